import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The configuration of the shipped demo, as short as a person would write its path. */
export function demoFile(): string {
  const path = fileURLToPath(new URL("../data/replay/replay.yaml", import.meta.url));
  const short = relative("", path);
  return short.startsWith("..") ? path : short;
}
