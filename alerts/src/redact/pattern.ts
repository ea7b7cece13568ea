import { LOG_PREFIX } from "./log_prefix.ts";
import type { SecretType } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";
import type { Span } from "./span.ts";

/**
 * One line of a table: texts of a form, in which one part is a secret.
 *
 * `form` is a pattern with abbreviations, so that it can be read; {@linkcode compile} has them. Every
 * part of it has a bound, so that looking at a place takes bounded time. Its groups are secrets.
 */
export interface Pattern {
  /** The rule's name in counts and explanations. */
  readonly rule: RuleName;
  /** What the secret is replaced by. */
  readonly type: SecretType;
  /**
   * What the form may begin with, separated by blanks: three letters or more of each are looked at.
   * A `*` before it: also within a word; `␣` is a blank. A dash alone: any flag.
   */
  readonly begins: string;
  /** The form itself, from its beginning. */
  readonly form: string;
  /** Whether capitals matter. @default {false} */
  readonly exact?: boolean;
  /** Tells a secret from what else may stand in its place. @default all are secrets */
  readonly accept?: (value: string) => boolean;
  /** For what no pattern can tell: the secrets that follow upon a match, and where to go on. */
  readonly find?: (view: string, end: number) => { spans: Span[]; end: number } | null;
  /** Texts in which `«…»` marks the secret; one without marks must stay as it is. Each is a test. */
  readonly examples: readonly string[];
}

/** What abbreviations in forms stand for. */
const PARTS: Readonly<Record<string, string>> = {
  // Blanks, and no more than some.
  " ": "[ \\t\\v]{1,8}",
  "~": "[ \\t\\v]{0,8}",
  // Between the arguments of a command, also as JSON lists them, also on the next line.
  "␣":
    "(?:(?:[ \\t\\v]|\\\\\\r?\\n){1,8}|(?<=[\"'][\\w./-]{1,40})\\\\{0,7}[\"'],[ \\n\\f]{0,24}\\\\{0,7}[\"'])",
  // What may stand between a command and its flag.
  "…": "(?:[^\\n\\f|;]|\\\\\\r?\\n){0,160}?",
  // The next line, and the beginning of a line after a log's prefix.
  "⏎":
    `(?:(?:[ \\t\\v]{0,8}[\\n\\r\\f]{1,6}(?:${LOG_PREFIX})?[ \\t\\v]{0,32}){1,3}(?!\\d{4}-\\d\\d-\\d\\dT|std(?:out|err)\\b))`,
  "⇤": `(?<=(?:^|[\\n\\r\\f\\v"'\`])(?:${LOG_PREFIX})?[ \\t\\v]{0,32})`,
  // A quote, however deep.
  "″": "\\\\{0,7}[\"']",
  // Something harmless: a name or a number.
  "¤": "[\\\\\"']{0,8}[^\\s\"'\\\\:/\\uffff]{1,64}[\\\\\"']{0,8}",
  // The secret, in quotes or not.
  "§":
    "(?:\\\\{0,7}[\"'`]([^\"'`\\n\\\\\\uffff]{1,256})|([^\\s\"'`\\\\\\uffff]{1,255}[^\\s\"'`\\\\\\uffff.,;:)\\]}]))",
  // A secret of one word of base64.
  "▒": "([A-Za-z0-9+/]{6,2048}={0,2})",
};

/** The pattern of a form. Within brackets nothing is an abbreviation. */
export function compile({ form, exact = false }: Pick<Pattern, "form" | "exact">): RegExp {
  const source = form.replaceAll(
    /\[(?:\\.|[^\]\\])*\]|\\.|[ ~␣…⏎⇤″¤§▒]/g,
    (part) => PARTS[part] ?? part,
  );
  return new RegExp(source, exact ? "dy" : "diy");
}
