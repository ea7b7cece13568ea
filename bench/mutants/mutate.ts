/**
 * Small changes of the source that a test should notice: an operator, a number, a name, a statement.
 *
 * @module
 */

import { parseAst } from "vitest/node";

/** Operators between spaces, and what replaces them. */
const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
};
const NAMES: Readonly<Record<string, string>> = {
  "Math.max": "Math.min",
  "Math.min": "Math.max",
  true: "false",
  false: "true",
  ".some(": ".every(",
  ".every(": ".some(",
};
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PATTERN = new RegExp(
  [
    `(?<= )(?:${Object.keys(OPERATORS).map(escaped).join("|")})(?= )`,
    ...Object.keys(NAMES).map((name) =>
      /^\w/.test(name) ? `\\b${escaped(name)}\\b` : escaped(name)
    ),
    "(?<![\\w.])\\d[\\d_]*(?:\\.\\d+)?(?![\\w.])",
    "(?<=[( ])!(?=[\\w(])",
    "(?<=\\n) +if \\(.*\\) (?:return|continue|break)[^\\n]*;(?=\\n)",
    "(?<=\\n) +[\\w.]+\\([^\\n]*\\);(?=\\n)",
  ].join("|"),
  "g",
);

/** A change of one file. */
export interface Mutant {
  readonly file: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Every change of a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const isCode = codeOf(source);
  return [...source.matchAll(PATTERN)].flatMap(({ index: at, 0: before }) => {
    const start = at + before.length - before.trimStart().length;
    return isCode[start] ? [{ file, at, before, after: replaced(before) }] : [];
  });
}

/** The source with the change; `null` if it is no program any more, as where `??` and `&&` mix. */
export function changed({ at, before, after }: Mutant, source: string): string | null {
  const text = source.slice(0, at) + after + source.slice(at + before.length);
  try {
    parseAst(text, { lang: "ts" });
    return text;
  } catch {
    return null;
  }
}

function replaced(text: string): string {
  if (text in OPERATORS) return OPERATORS[text]!;
  if (text in NAMES) return NAMES[text]!;
  if (/^\d/.test(text)) return text === "0" ? "1" : text === "1" ? "2" : `(${text} * 1.3)`;
  return "";
}

/** Per character, whether it is code: not a comment, a text or a type's definition. */
function codeOf(source: string): boolean[] {
  const isCode = new Array<boolean>(source.length).fill(true);
  const others = [
    /\/\*[\s\S]*?\*\//g,
    /\/\/.*/g,
    /"(?:[^"\\\n]|\\.)*"/g,
    /`(?:[^`\\]|\\.)*`/g,
    /^(?:export )?(?:interface|type) [\s\S]*?^\}$|^(?:export )?type .*$/gm,
    /^import [\s\S]*?;$/gm,
  ];
  for (const pattern of others) {
    for (const { index, 0: text } of source.matchAll(pattern)) {
      isCode.fill(false, index, index + text.length);
    }
  }
  return isCode;
}
