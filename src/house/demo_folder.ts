import { fileURLToPath } from "node:url";
import { WattbookError } from "../errors.ts";

/**
 * Where the samples of the demo household lie: beside the code.
 *
 * @param base Address of this file.
 * @throws {WattbookError} `NO_DATA` where the code was loaded from a web server.
 */
export function demoFolder(base: string = import.meta.url): string {
  const folder = new URL("../../data/fixtures/demo", base);
  if (folder.protocol === "file:") return fileURLToPath(folder);
  throw new WattbookError("NO_DATA", `The demo household is not on this machine: ${folder}`, {
    hint:
      "Configure a server or open an archive, or install Wattbook instead of importing it by URL.",
  });
}
