import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LineCounter, parseDocument } from "yaml";
import type { Incident } from "../../analyzer/incident.ts";
import type { Price } from "../../analyzer/llm/prices.ts";
import { type Prompt, readPrompt } from "../../analyzer/llm/prompt.ts";
import { isWattbookError, WattbookError } from "../../errors.ts";
import type { Variant } from "../variant.ts";
import { type ConfigForm, configForm, type WrittenVariant } from "./config_form.ts";
import { writtenVariants } from "./written_variants.ts";

/** `replay.yaml`, with its prompts read and its paths made whole. */
export interface Config {
  /** The file. */
  readonly file: string;
  /** Name of the file without its ending, or of its folder where that says more. */
  readonly name: string;
  /** Files with cases. */
  readonly cases: readonly string[];
  /** File with labels. */
  readonly labels?: string;
  /** Folder of recordings. */
  readonly cassettes: string;
  /** Messages endpoint of all variants. */
  readonly endpoint: URL;
  /** What is compared. */
  readonly variants: readonly Variant[];
  /** Name of the variant that the others are compared with. */
  readonly baseline: string;
  /** Name of the check that the verdict is about. */
  readonly primary: string;
  /** How often each alert is asked about. */
  readonly repeats: number;
  /** Of the statistics. */
  readonly seed: number;
  /** What fails a run: a candidate that is worse by more than `margin`, a share of errors. */
  readonly gate: { readonly margin: number; readonly errors: number };
  /** Weights of grades; 1 where none is given. */
  readonly weights: Readonly<Record<string, number>>;
  /** Prices besides the analyzer's list. */
  readonly prices: readonly Price[];
}

/**
 * Reads `replay.yaml` and the prompts that it names. Paths in it begin at its folder.
 *
 * @throws {WattbookError} `BAD_CONFIG` with everything that is wrong and where.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isWattbookError } from "../../errors.ts";
 * import { readConfig } from "./read_config.ts";
 *
 * const reading = readConfig("replay.yaml", () => Promise.resolve("cases: cases.jsonl"));
 * await assert.rejects(reading, (error) => isWattbookError(error, "BAD_CONFIG"));
 * ```
 */
export async function readConfig(
  file: string,
  read: (file: string) => Promise<string> = Deno.readTextFile,
): Promise<Config> {
  const form = parse(await textOf(file, read), file);
  const written = writtenVariants(form);
  const baseline = form.baseline ?? written[0]?.name ?? "";
  checkNames(written, baseline, file);
  const folder = dirname(file);
  const below = (path: string) => join(folder, path);
  const readAll = (one: WrittenVariant) => promptsOf(one, folder, read, file);
  const variants: Variant[] = [];
  for (const one of written) {
    variants.push({
      name: one.name,
      prompts: await readAll(one),
      url: form.endpoint,
      ...(form.api_version !== undefined && { apiVersion: form.api_version }),
      render: {
        model: one.model,
        ...(one.max_tokens !== undefined && { maxTokens: one.max_tokens }),
        ...(one.thinking && { thinking: one.thinking }),
        ...(one.effort && { effort: one.effort }),
      },
      context: one.context ?? "full",
      ...(one.samples_from !== undefined && { firstSample: one.samples_from }),
    });
  }
  return {
    file,
    name: nameOf(file),
    cases: form.cases.map(below),
    ...(form.labels !== undefined && { labels: below(form.labels) }),
    cassettes: below(form.cassettes),
    endpoint: form.endpoint,
    variants,
    baseline,
    primary: form.primary,
    repeats: form.repeats,
    seed: form.seed,
    gate: form.gate,
    weights: form.checks.weights,
    prices: Object.entries(form.prices).map(([model, price]) => ({
      model,
      from: "2000-01-01",
      ...price,
    })),
  };
}

async function textOf(file: string, read: (file: string) => Promise<string>): Promise<string> {
  try {
    return await read(file);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "there is none" : String(cause);
    throw bad(`Cannot read '${file}': ${reason}`, cause);
  }
}

function parse(text: string, file: string): ConfigForm {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw bad(`${file}:${lines.linePos(error.pos[0]).line}: it is no YAML: ${error.message}`);
  }
  const form = configForm.safeParse(document.toJS());
  if (form.success) return form.data;
  const complaints = form.error.issues.map(({ path, message }) => {
    const place = path.join(".") || "the file";
    return `${place}: ${message}`;
  });
  throw bad(`${file}: ${complaints.join("; ")}`);
}

function checkNames(variants: readonly WrittenVariant[], baseline: string, file: string): void {
  const names = variants.map(({ name }) => name);
  if (names.length === 0) throw bad(`${file}: there are no variants`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw bad(`${file}: there are two variants '${twice}'`);
  if (!names.includes(baseline)) {
    throw bad(`${file}: the baseline '${baseline}' is none of the variants ${names.join(", ")}`);
  }
}

async function promptsOf(
  { name, prompts }: WrittenVariant,
  folder: string,
  read: (file: string) => Promise<string>,
  file: string,
): Promise<Variant["prompts"]> {
  const files = typeof prompts === "string" ? { alertmanager: prompts, hostmon: prompts } : prompts;
  const found: { [source in Incident["source"]]?: Prompt } = {};
  for (const source of ["alertmanager", "hostmon"] as const) {
    const path = files[source];
    if (path === undefined) continue;
    const whole = join(folder, path);
    try {
      found[source] = await readPrompt(pathToFileURL(resolve(whole)), () => read(whole));
    } catch (cause) {
      if (isWattbookError(cause)) throw cause;
      const reason = cause instanceof Deno.errors.NotFound ? "there is none" : String(cause);
      throw bad(`${file}: variant '${name}': cannot read the prompt '${whole}': ${reason}`, cause);
    }
  }
  return found;
}

/** `replay.yaml` of the folder `nights` is about nights. */
function nameOf(file: string): string {
  const own = basename(file).replace(/\.ya?ml$/, "");
  const name = own === "replay" ? basename(dirname(resolve(file))) : own;
  return name.replace(/[^\w.-]/g, "_").slice(0, 40) || "replay";
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_CONFIG", message, {
    hint: "docs/replay.md explains every field of replay.yaml.",
    cause,
  });
}
