import { mkdtemp, rmdir, stat } from "node:fs/promises";
import type { Finding } from "../../../src/terminal/findings.ts";
import type { ServiceSettings } from "../settings/service_settings.ts";
import { openCases } from "../store/open_store.ts";

/**
 * Whether accepted alerts can be stored. An existing store is not changed, even while an analyzer
 * uses it; a missing one is not created.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkStore } from "./check_store.ts";
 *
 * assert.equal((await checkStore({}))[0]?.status, "warning");
 * assert.equal((await checkStore({ storePath: "/nowhere/analyzer.db" }))[0]?.status, "failure");
 * ```
 */
export async function checkStore(
  { storePath }: Pick<ServiceSettings, "storePath">,
): Promise<Finding[]> {
  if (storePath === undefined) {
    return [{
      status: "warning",
      found: "in memory: accepted alerts and cases are lost when the process ends",
      advice: "Set STORE_PATH to a file on a volume.",
    }];
  }
  const folder = storePath.includes("/") ? storePath.replace(/\/[^/]*$/, "") || "/" : ".";
  try {
    await rmdir(await mkdtemp(`${folder}/.doctor-`));
  } catch (error) {
    return [{
      status: "failure",
      found: `nothing can be written to '${folder}': ${(error as Error).message}`,
      advice: "Set STORE_PATH to a file in a folder that user 65534 may write to.",
    }];
  }
  const isThere = await stat(storePath).then(() => true, () => false);
  if (!isThere) {
    return [{ status: "ok", found: `'${storePath}' will be created at the first start` }];
  }
  using _cases = openCases(storePath);
  return [{ status: "ok", found: `'${storePath}' is a store of this version` }];
}
