/**
 * Every export of every module as a page, from the documentation in the code.
 *
 * @module
 */

import denoJson from "../../deno.json" with { type: "json" };

/** The part of `deno doc --json` that is read here. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, { readonly module_doc?: Doc; readonly symbols: readonly Exported[] }>
  >;
}

interface Doc {
  readonly doc?: string;
}

/** What is called, with its parameters. */
interface Called {
  readonly params?: readonly {
    readonly kind: string;
    readonly left?: { readonly name?: string };
  }[];
}

interface Exported {
  readonly name: string;
  readonly declarations: readonly {
    readonly kind: string;
    readonly declarationKind: string;
    readonly jsDoc?: Doc;
    readonly def?: Called & {
      readonly methods?: readonly {
        readonly name: string;
        readonly kind: "method" | "getter" | "setter";
        readonly jsDoc?: Doc;
        readonly functionDef: Called;
      }[];
    };
  }[];
}

/** Headings of the kinds, in the order of the page. Namespaces are packages that are passed on. */
const KINDS = {
  function: "Functions",
  class: "Classes",
  variable: "Constants",
  interface: "Types",
  typeAlias: "Types",
} as const;

/**
 * Renders `docs/api.md`.
 *
 * @returns Markdown.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { apiReference } from "./api.ts";
 *
 * assert(apiReference().includes("`openHousehold("));
 * ```
 */
export function apiReference(): string {
  return `# API

Rendered from the code by \`deno task docs\`; do not edit it here.

Each export with its first sentence. [The household object](household.md) shows how they are used.
\`deno doc mod.ts openHousehold\` prints everything about one of them: parameters with units, errors and
an example that runs.

${Object.entries(denoJson.exports).map(([name, file]) => moduleOf(name, file)).join("\n")}`;
}

function moduleOf(name: string, file: string): string {
  const { nodes } = JSON.parse(denoDoc("--json", file)) as Documentation;
  const [{ module_doc, symbols }] = Object.values(nodes) as [Documentation["nodes"][string]];
  const signatures = signaturesOf(denoDoc(file));
  const printed = (name: string) => {
    const signature = signatures.get(name);
    if (signature === undefined) throw new Error(`No signature of ${name} in ${file}`);
    return signature;
  };
  const entries = symbols.flatMap(({ name, declarations }) => {
    const shown = declarations.find(({ declarationKind, kind }) =>
      declarationKind === "export" && kind in KINDS
    );
    return shown ? [{ ...shown, name }] : [];
  });
  const parts = [...new Set(Object.values(KINDS))].map((heading) => {
    const ofKind = entries.filter(({ kind }) => KINDS[kind as keyof typeof KINDS] === heading)
      .sort((a, b) => a.name < b.name ? -1 : 1);
    if (ofKind.length === 0) return "";
    const lines = ofKind.flatMap(({ name, kind, jsDoc, def }) => {
      const signature = kind === "function" ? withOptional(printed(name), def) : name;
      // Symbols such as [Symbol.asyncDispose] are for the language.
      const methods = (def?.methods ?? []).filter(({ name }) => !name.startsWith("["));
      return [
        line(signature, jsDoc),
        ...methods.map((method) => {
          return `  ${
            line(withOptional(printed(`${name}.${method.name}`), method.functionDef), method.jsDoc)
          }`;
        }),
      ];
    });
    return `**${heading}**\n\n${lines.join("\n")}\n`;
  });
  const path = name === "." ? "mod.ts" : file.slice(2);
  return `## ${path}\n\n${firstSentence(module_doc)}\n\n${parts.filter(Boolean).join("\n")}`;
}

/** A signature in which parameters with a default are optional; `deno doc` prints them as required. */
function withOptional(signature: string, { params = [] }: Called = {}): string {
  return params.filter(({ kind }) => kind === "assign").reduce(
    (text, { left }) => text.replace(`${left?.name}: `, `${left?.name}?: `),
    signature,
  );
}

function line(signature: string, doc: Doc | undefined): string {
  return `- \`${signature}\`: ${firstSentence(doc)}`;
}

/** The first sentence of a comment, on one line. */
function firstSentence(doc: Doc | undefined): string {
  const text = (doc?.doc ?? "").split("\n\n")[0]!.replaceAll("\n", " ")
    .replaceAll(/\{@link(?:code)? ([^}]+)\}/g, "`$1`").trim();
  return /^.*?[.:](?= [A-Z[]|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

/** Signatures of functions by name, and of methods by \`Class.method\`, as `deno doc` prints them. */
function signaturesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let inside = "";
  for (const row of text.split("\n")) {
    const [, owner] = /^(?:(?:abstract )?class|interface) (\w+)/.exec(row) ?? [];
    if (owner) inside = owner;
    else if (/^\S/.test(row)) inside = "";
    const top = /^(?:async )?function\*? ((\w+)\b.*)$/.exec(row);
    if (top && !found.has(top[2]!)) found.set(top[2]!, top[1]!);
    const method = /^ {2}(?:static |override |async |get )*((\w+)\??(?:<.*>)?\(.*)$/.exec(row);
    if (inside && method) {
      const name = `${inside}.${method[2]}`;
      // A getter is read like a property.
      const signature = /^ {2}(?:static |override )*get /.test(row)
        ? method[1]!.replace("()", "")
        : method[1]!;
      if (!found.has(name)) found.set(name, signature);
    }
  }
  return found;
}

function denoDoc(...args: string[]): string {
  const { code, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["doc", "--quiet", ...args],
    env: { NO_COLOR: "1" },
  }).outputSync();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
