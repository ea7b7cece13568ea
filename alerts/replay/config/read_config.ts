import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LineCounter, parseDocument } from "yaml";
import { contentHash } from "../../src/content_hash.ts";
import type { Incident } from "../../src/incident.ts";
import type { Price } from "../../src/llm/prices.ts";
import { type Prompt, readPrompt } from "../../src/llm/prompt.ts";
import type { RenderOptions } from "../../src/llm/render_body.ts";
import { WattbookError } from "../../src/errors.ts";
import { readOr } from "../json_lines.ts";
import type { Limits } from "../limit_scores.ts";
import { CRITERIA, type Judge } from "../judge/judge.ts";
import type { Variant } from "../variant.ts";
import {
  type ConfigForm,
  configForm,
  type WrittenParameters,
  type WrittenVariant,
} from "./config_form.ts";
import { writtenVariants } from "./written_variants.ts";

export interface Config {
  readonly file: string;
  /** The file's name, or its folder's if the file is called `replay.yaml`. */
  readonly name: string;
  readonly cases: readonly string[];
  readonly labels?: string;
  readonly cassettes: string;
  readonly endpoint: URL;
  readonly variants: readonly Variant[];
  readonly baseline: string;
  readonly primaries: readonly string[];
  /** Limit for one name's share in the typical difference. */
  readonly cap: number;
  readonly within: number;
  readonly looks: number;
  /** Labels whose values name an alert. Empty: the alert's own name. */
  readonly cluster: readonly string[];
  readonly plans: string;
  readonly repeats: number;
  /**
   * What fails a run: a candidate worse by more than `margin`, a larger share of failed calls than
   * `errors`, one miss of a `hard` gate, answers beyond the `limits`.
   */
  readonly gate: {
    readonly margin: number;
    readonly errors: number;
    readonly hard: readonly string[];
    readonly limits: Limits;
  };
  /** Weights of checks that differ from the default. */
  readonly weights: Readonly<Record<string, number>>;
  readonly ownChecks?: { readonly file: string; readonly sha256: string };
  readonly prices: readonly Price[];
  /** Absent if no model judges the answers. */
  readonly judge?: Judge;
  readonly verdicts?: string;
}

/** Reads `replay.yaml` and its prompts. Relative paths start at its folder. */
export async function readConfig(
  file: string,
  read: (file: string) => Promise<string> = Deno.readTextFile,
): Promise<Config> {
  const form = parse(await textOf(file, read), file);
  const written = writtenVariants(form);
  const baseline = form.baseline ?? written[0]?.name ?? "";
  checkNames(written, baseline, file);
  checkJudge(form, written, file);
  const folder = dirname(file);
  const below = (path: string) => isAbsolute(path) ? path : join(folder, path);
  const readAll = (one: WrittenVariant) => promptsOf(one, below, read, file);
  const variants: Variant[] = [];
  for (const one of written) {
    variants.push({
      name: one.name,
      prompts: await readAll(one),
      url: form.endpoint,
      ...(form.api_version !== undefined && { apiVersion: form.api_version }),
      render: renderOf(one.model, one),
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
    primaries: [form.primary].flat(),
    cap: form.cap,
    within: form.within,
    looks: form.looks,
    cluster: form.cluster,
    plans: below(form.plans),
    repeats: form.repeats,
    gate: {
      margin: form.gate.margin,
      errors: form.gate.errors,
      hard: form.gate.hard,
      limits: {
        ...form.gate.max_usd !== undefined && { usd: form.gate.max_usd },
        ...form.gate.max_seconds !== undefined && { seconds: form.gate.max_seconds },
      },
    },
    weights: form.checks.weights,
    ...(form.checks.file !== undefined && { ownChecks: await readChecks(below(form.checks.file)) }),
    prices: Object.entries(form.prices).map(([model, price]) => ({
      model,
      from: "2000-01-01",
      ...price,
    })),
    ...(form.judge && {
      judge: {
        url: form.endpoint,
        ...(form.api_version !== undefined && { apiVersion: form.api_version }),
        render: renderOf(form.judge.model, form.judge),
        prompt: await readPromptFile(
          form.judge.prompt === undefined ? JUDGE_PROMPT : below(form.judge.prompt),
          read,
          file,
        ),
        criteria: [
          ...CRITERIA,
          ...Object.entries(form.judge.criteria).map(([name, question]) => ({ name, question })),
        ],
        ...(form.judge.cases && { cases: form.judge.cases }),
        ...(form.judge.repeats !== undefined && { repeats: form.judge.repeats }),
      },
      ...(form.judge.verdicts !== undefined && { verdicts: below(form.judge.verdicts) }),
    }),
  };

  /** The hash of the checks is part of the plan. */
  async function readChecks(path: string): Promise<NonNullable<Config["ownChecks"]>> {
    return { file: path, sha256: contentHash({ text: await textOf(path, read) }) };
  }
}

/** The judge's prompt, unless the configuration names another. */
const JUDGE_PROMPT = fileURLToPath(new URL("../../prompts/judge.md", import.meta.url));

function renderOf(model: string, given: WrittenParameters): RenderOptions {
  const { max_tokens: maxTokens, thinking, effort } = given;
  return {
    model,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(thinking && { thinking }),
    ...(effort && { effort }),
  };
}

function textOf(file: string, read: (file: string) => Promise<string>): Promise<string> {
  return readOr(file, read, (reason, cause) => bad(`Cannot read '${file}': ${reason}`, cause));
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

/** A model must not judge its own answers, under any of its names. */
function checkJudge(
  { judge }: ConfigForm,
  variants: readonly WrittenVariant[],
  file: string,
): void {
  const own = judge && variants.find(({ model }) => isSameModel(model, judge.model));
  if (!own) return;
  const name = own.model === judge.model ? "" : ` '${own.model}'`;
  throw bad(
    `${file}: judge.model: '${judge.model}' is the model${name} of the variant '${own.name}', ` +
      "which it would judge",
  );
}

/** Resellers prefix the model's name, and a name without a date may stand for a dated model. */
function isSameModel(a: string, b: string): boolean {
  const [one, other] = [a, b].map((model) => model.replace(/^.*\//, "")) as [string, string];
  const undated = (model: string) => model.replace(/-\d{8}$/, "");
  return one === other || undated(one) === other || one === undated(other);
}

async function promptsOf(
  { prompts }: WrittenVariant,
  below: (path: string) => string,
  read: (file: string) => Promise<string>,
  file: string,
): Promise<Variant["prompts"]> {
  const files = typeof prompts === "string" ? { alertmanager: prompts, hostmon: prompts } : prompts;
  const found: { [source in Incident["source"]]?: Prompt } = {};
  for (const source of ["alertmanager", "hostmon"] as const) {
    const path = files[source];
    if (path !== undefined) found[source] = await readPromptFile(below(path), read, file);
  }
  return found;
}

function readPromptFile(
  path: string,
  read: (file: string) => Promise<string>,
  file: string,
): Promise<Prompt> {
  return readPrompt(
    pathToFileURL(resolve(path)),
    () =>
      readOr(
        path,
        read,
        (reason, cause) => bad(`${file}: cannot read the prompt '${path}': ${reason}`, cause),
      ),
  );
}

/** `nights/replay.yaml` is called `nights`. */
function nameOf(file: string): string {
  const own = basename(file).replace(/\.ya?ml$/, "");
  const name = own === "replay" ? basename(dirname(resolve(file))) : own;
  return name.replace(/[^\w.-]/g, "_").slice(0, 40) || "replay";
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_CONFIG", message, {
    hint: "alerts/docs/replay.md explains every field of replay.yaml.",
    cause,
  });
}
