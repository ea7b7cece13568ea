import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LineCounter, parseDocument } from "yaml";
import { contentHash } from "../../src/content_hash.ts";
import type { Incident } from "../../src/incident.ts";
import { type Prompt, readPrompt } from "../../src/llm/prompt.ts";
import type { RenderOptions } from "../../src/llm/render_body.ts";
import { readText } from "../../src/effects.ts";
import { complaint, readOr } from "../json_lines.ts";
import { CRITERIA } from "../judge/criteria.ts";
import { type Asked, type ConfigForm, configForm, type WrittenVariant } from "./config_form.ts";

export interface Variant {
  /** Unique in a run. It is not part of a recording's key. */
  readonly name: string;
  /** Prompts by kind of alert. A kind without cases needs none. */
  readonly prompts: { readonly [source in Incident["source"]]?: Prompt };
  readonly url: URL;
  readonly apiVersion?: string;
  readonly render: RenderOptions;
  /** `none` shows the alert alone: a prompt that scores as well without context is guessing. */
  readonly context: "full" | "none";
  /**
   * Number of the first repeat. The same prompt with other repeats is a control group: there must
   * be no difference. @default {0}
   */
  readonly firstSample?: number;
}

/** `replay.yaml` with its prompts. Paths are as they are opened. */
export type Config = Awaited<ReturnType<typeof readConfig>>;

/** Reads `replay.yaml` and its prompts. Relative paths start at its folder. */
export async function readConfig(file: string, read: (file: string) => Promise<string> = readText) {
  const form = parse(await textOf(file, read), file);
  const { endpoint, api_version: apiVersion, cap, within, looks, cluster, repeats, prices, judge } =
    form;
  const { max_usd: usd, max_seconds: seconds, ...gate } = form.gate;
  const written = writtenVariants(form);
  const baseline = form.baseline ?? written[0]?.name ?? "";
  checkNames(written, baseline, file);
  checkJudge(form, written, file);
  const folder = dirname(file);
  const below = (path: string) => isAbsolute(path) ? path : join(folder, path);
  const provider = { url: endpoint, ...(apiVersion !== undefined && { apiVersion }) };
  const checks = form.checks.file === undefined ? undefined : below(form.checks.file);
  const promptIn = (written: string) => {
    const path = below(written);
    const text = () => textOf(path, read, `${file}: cannot read the prompt`);
    return readPrompt(pathToFileURL(resolve(path)), text);
  };
  const variants = await Array.fromAsync(written, async (one): Promise<Variant> => ({
    ...provider,
    name: one.name,
    prompts: Object.fromEntries(
      await Array.fromAsync(
        Object.entries(one.prompts),
        async ([source, path]) => [source, await promptIn(path)] as const,
      ),
    ),
    render: renderOf(one),
    context: one.context,
    ...(one.samples_from !== undefined && { firstSample: one.samples_from }),
  }));
  return {
    file,
    /** The file's name, or its folder's if the file is called `replay.yaml`. */
    name: nameOf(file),
    cases: form.cases.map(below),
    ...(form.labels !== undefined && { labels: below(form.labels) }),
    cassettes: below(form.cassettes),
    endpoint,
    ...(apiVersion !== undefined && { apiVersion }),
    variants,
    baseline,
    primaries: [form.primary].flat(),
    cap,
    within,
    looks,
    cluster,
    plans: below(form.plans),
    repeats,
    gate: {
      ...gate,
      limits: { ...usd !== undefined && { usd }, ...seconds !== undefined && { seconds } },
    },
    /** Weights of checks that differ from the default. */
    weights: form.checks.weights,
    ...(checks !== undefined && {
      // The hash of the checks is part of the plan.
      ownChecks: { file: checks, sha256: contentHash({ text: await textOf(checks, read) }) },
    }),
    prices,
    ...(judge && {
      judge: {
        ...provider,
        render: renderOf(judge),
        prompt: await promptIn(judge.prompt ?? JUDGE_PROMPT),
        criteria: [
          ...CRITERIA,
          ...Object.entries(judge.criteria).map(([name, question]) => ({ name, question })),
        ],
        ...(judge.cases && { cases: judge.cases }),
        ...(judge.repeats !== undefined && { repeats: judge.repeats }),
      },
      ...(judge.verdicts !== undefined && { verdicts: below(judge.verdicts) }),
    }),
  };
}

const bad = complaint(
  "BAD_CONFIG",
  "alerts/docs/replay.md explains every field of replay.yaml.",
);

/** The judge's prompt, unless the configuration names another. */
const JUDGE_PROMPT = fileURLToPath(new URL("../../prompts/judge.md", import.meta.url));

function renderOf({ model, max_tokens: maxTokens, thinking, effort }: Asked): RenderOptions {
  return {
    model,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(thinking && { thinking }),
    ...(effort && { effort }),
  };
}

function textOf(
  path: string,
  read: (file: string) => Promise<string>,
  problem = "Cannot read",
): Promise<string> {
  return readOr(path, read, (reason, cause) => bad(`${problem} '${path}': ${reason}`, cause));
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
  const complaints = form.error.issues
    .map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`);
  throw bad(`${file}: ${complaints.join("; ")}`);
}

/**
 * The listed variants, then those of the matrix, which are named by what differs, such as
 * `short+model-1+low`.
 */
function writtenVariants(
  { variants = [], matrix, exclude = [] }: Pick<ConfigForm, "variants" | "matrix" | "exclude">,
): WrittenVariant[] {
  if (!matrix) return variants;
  const { models, parameters = { "": {} } } = matrix;
  const prompts = Object.entries(matrix.prompts), settings = Object.entries(parameters);
  const combined = prompts.flatMap(([prompt, files]) =>
    models.flatMap((model) =>
      settings.filter(([setting]) =>
        !exclude.some((one) =>
          (one.prompts ?? prompt) === prompt && (one.model ?? model) === model &&
          (one.parameters ?? setting) === setting
        )
      ).map(([setting, given]): WrittenVariant => {
        const parts = [
          prompts.length > 1 || (models.length === 1 && settings.length === 1) ? prompt : "",
          models.length > 1 ? model.replace(/^.*\//, "").replace(/[^\w.-]/g, "_") : "",
          settings.length > 1 ? setting : "",
        ];
        return {
          name: parts.filter((part) => part !== "").join("+"),
          prompts: files,
          model,
          context: "full",
          ...given,
        };
      })
    )
  );
  return [...variants, ...combined];
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

/** `nights/replay.yaml` is called `nights`. */
function nameOf(file: string): string {
  const own = basename(file).replace(/\.ya?ml$/, "");
  const name = own === "replay" ? basename(dirname(resolve(file))) : own;
  return name.replace(/[^\w.-]/g, "_").slice(0, 40) || "replay";
}
