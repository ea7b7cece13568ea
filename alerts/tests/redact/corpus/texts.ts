import { randomFrom, randomValue } from "./random_value.ts";

/** A text of the corpus. */
export interface CorpusText {
  /** Kind of its template: `command`, `wording-de`, `look-alike-log` … */
  readonly kind: string;
  /** Which way it is written: `plain`, `json`, `lines` … */
  readonly encoding: string;
  /** The text. */
  readonly text: string;
  /** Where its secrets stand. */
  readonly secrets: readonly { readonly start: number; readonly end: number }[];
}

/** Part of a text: something harmless, or a secret. */
interface Part {
  readonly text: string;
  readonly secret: boolean;
}

/** A way to write a text: what it makes of each part, and what it sets around the whole. */
interface Encoding {
  readonly part: (text: string) => string;
  readonly before?: string;
  readonly after?: string;
}

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const prefix = "2026-11-22T10:11:12.345Z stdout F ";

/** The ways that logs write a text. Each keeps every secret a stretch of its own. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  plain: { part: (text) => text },
  json: { part: json, before: '{"level":"info","log":"', after: '\\n","stream":"stdout"}' },
  "json in json": {
    part: (text) => json(json(text)),
    before: '{"message":"{\\"msg\\":\\"',
    after: '\\",\\"n\\":1}"}',
  },
  "escaped letters": {
    part: (text) =>
      json(text).replaceAll(
        /[^\x20-\x7e]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
    before: '{"msg":"',
    after: '"}',
  },
  lines: {
    part: (text) => text.replaceAll("\n", `\n${prefix}`),
    before: `ready\n${prefix}`,
    after: "\nlevel=info msg=done\n",
  },
  coloured: { part: (text) => text, before: "\x1b[36m", after: "\x1b[0m" },
};

/** Texts from templates: each with each encoding and several values, in the order of the file. */
export function corpusTexts(templates: string, copies: number): CorpusText[] {
  const texts: CorpusText[] = [];
  for (const { kind, template, at } of templatesIn(templates)) {
    for (const [name, encoding] of Object.entries(ENCODINGS)) {
      for (let copy = 0; copy < copies; copy++) {
        const random = randomFrom(`${at} ${name} ${copy}`);
        texts.push({ kind, encoding: name, ...written(partsOf(template, random), encoding) });
      }
    }
  }
  return texts;
}

function templatesIn(file: string): { kind: string; template: string; at: number }[] {
  return file.split(/^## /m).slice(1).flatMap((section) => {
    const [kind = "", ...lines] = section.split("\n");
    return lines.join("\n").split(/^--$/m).map((template) => template.replace(/^\n|\n$/g, ""))
      .filter((template) => template.trim() !== "")
      .map((template, at) => ({ kind: kind.trim(), template: template.trimEnd(), at }));
  });
}

/** `«…»` is a secret, `‹…›` something harmless. */
function partsOf(template: string, random: (below: number) => number): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of template.matchAll(/«([^«»]*)»|‹([^‹›]*)›/g)) {
    const [whole, secret, plain] = match;
    if (match.index > done) parts.push({ text: template.slice(done, match.index), secret: false });
    parts.push({ text: randomValue((secret ?? plain)!, random), secret: secret !== undefined });
    done = match.index + whole.length;
  }
  parts.push({ text: template.slice(done), secret: false });
  return parts;
}

function written(parts: readonly Part[], { part, before = "", after = "" }: Encoding) {
  const secrets: { start: number; end: number }[] = [];
  let text = before;
  for (const { text: raw, secret } of parts) {
    const start = text.length;
    text += part(raw);
    if (secret) secrets.push({ start, end: text.length });
  }
  return { text: text + after, secrets };
}
