import { dirname, join } from "node:path";
import { isFile } from "../files.ts";

/** Name of the file that holds the tariff of a house, beside its household file. */
export const TARIFF_FILE = "tariff.json";

/**
 * The tariff of a house lies beside its household file: beside the one that a person named, else in
 * the archive or the project. The tariff of another folder could be another house's.
 *
 * @param found Where it is without a named household file.
 * @returns Its path; `null` if the house has none.
 */
export async function pickTariff(
  found: string | undefined,
  { household }: { readonly household?: string | undefined },
): Promise<string | null> {
  const path = household === undefined ? found : join(dirname(household), TARIFF_FILE);
  return path !== undefined && await isFile(path) ? path : null;
}
