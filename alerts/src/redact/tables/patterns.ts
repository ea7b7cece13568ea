import type { Pattern } from "../pattern.ts";
import { CODE } from "./code.ts";
import { COMMAND_PATTERNS } from "./commands.ts";
import { DAEMONS } from "./daemons.ts";
import { DIALOGUES } from "./dialogues.ts";
import { WORDINGS } from "./wordings.ts";

/** All tables of patterns. */
export const PATTERNS: readonly Pattern[] = [
  ...COMMAND_PATTERNS,
  ...DIALOGUES,
  ...DAEMONS,
  ...CODE,
  ...WORDINGS,
];
