import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The demo's configuration, as a short path. */
export function demoFile(): string {
  const path = fileURLToPath(new URL("../data/replay/replay.yaml", import.meta.url));
  const short = relative("", path);
  return short.startsWith("..") ? path : short;
}
