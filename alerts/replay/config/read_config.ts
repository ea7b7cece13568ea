import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LineCounter, parseDocument } from "yaml";
import { contentHash } from "../../src/content_hash.ts";
import type { Incident } from "../../src/incident.ts";
import { type Prompt, readPrompt } from "../../src/llm/prompt.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { complaint, textOf } from "../json_lines.ts";
import { type ConfigForm, configForm, renderOf, type WrittenVariant } from "./config_form.ts";

/** A variant with its prompts by kind of alert. A kind without cases needs none. */
export interface Variant extends Omit<WrittenVariant, "prompts"> {
  readonly prompts: { readonly [source in Incident["source"]]?: Prompt };
  readonly url: URL;
  readonly apiVersion?: string;
}

/** `replay.yaml` with its prompts. Paths are as they are opened. */
export type Config = Awaited<ReturnType<typeof readConfig>>;

/** Reads `replay.yaml` and its prompts. Relative paths start at its folder. */
export async function readConfig(file: string) {
  const { api_version, primary, checks, variants: listed, matrix, exclude, judge, ...form } =
    await readForm(file);
  const { endpoint, labels } = form;
  const written = [...listed, ...(matrix ? combined(matrix, exclude) : [])];
  const baseline = form.baseline ?? written[0]?.name ?? "";
  checkNames(written, baseline, file);
  if (judge) checkJudge(judge.render.model, written, file);
  const below = (path: string) => isAbsolute(path) ? path : join(dirname(file), path);
  const provider = { url: endpoint, ...(api_version !== undefined && { apiVersion: api_version }) };
  const promptIn = (written: string) => {
    const path = below(written);
    const text = () => textOf(path, bad, `${file}: cannot read the prompt`);
    return readPrompt(pathToFileURL(resolve(path)), text);
  };
  const variants = await Array.fromAsync(written, async ({ prompts, ...one }): Promise<Variant> => {
    const read = Object.entries(prompts).map(async ([source, path]) =>
      [source, await promptIn(path)] as const
    );
    return { ...one, ...provider, prompts: Object.fromEntries(await Promise.all(read)) };
  });
  return {
    ...form,
    file,
    /** The file's name, or its folder's if the file is called `replay.yaml`. */
    name: nameOf(file),
    cases: form.cases.map(below),
    ...(labels !== undefined && { labels: below(labels) }),
    cassettes: openCassettes(below(form.cassettes)),
    plans: below(form.plans),
    provider,
    variants,
    baseline,
    primaries: [primary].flat(),
    /** Weights of checks that differ from the default. */
    weights: checks.weights,
    ...(checks.file !== undefined && { ownChecks: await ownChecks(below(checks.file)) }),
    ...(judge && {
      judge: { ...judge, ...provider, prompt: await promptIn(judge.prompt ?? JUDGE_PROMPT) },
      ...(judge.verdicts !== undefined && { verdicts: below(judge.verdicts) }),
    }),
  };
}

/** Own checks with their hash, which is part of the plan. */
async function ownChecks(file: string) {
  return { file, sha256: contentHash({ text: await textOf(file, bad) }) };
}

const bad = complaint("BAD_CONFIG", "alerts/docs/replay.md explains every field of replay.yaml.");

/** The judge's prompt, unless the configuration names another. */
const JUDGE_PROMPT = fileURLToPath(new URL("../../prompts/judge.md", import.meta.url));

async function readForm(file: string): Promise<ConfigForm> {
  const lines = new LineCounter(), text = await textOf(file, bad);
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

/** The variants of a matrix, named by what differs, such as `short+model-1+low`. */
function combined(
  { prompts, models, parameters }: NonNullable<ConfigForm["matrix"]>,
  exclude: ConfigForm["exclude"],
): WrittenVariant[] {
  const files = Object.entries(prompts), settings = Object.entries(parameters);
  return files.flatMap(([prompt, prompts]) =>
    models.flatMap((model) =>
      settings.filter(([setting]) =>
        !exclude.some((one) =>
          (one.prompts ?? prompt) === prompt && (one.model ?? model) === model &&
          (one.parameters ?? setting) === setting
        )
      ).map(([setting, given]): WrittenVariant => {
        const parts = [
          files.length > 1 || (models.length === 1 && settings.length === 1) ? prompt : "",
          models.length > 1 ? model.replace(/^.*\//, "").replace(/[^\w.-]/g, "_") : "",
          settings.length > 1 ? setting : "",
        ];
        return {
          name: parts.filter((part) => part !== "").join("+"),
          prompts,
          context: "full",
          firstSample: 0,
          render: renderOf({ model, ...given }),
        };
      })
    )
  );
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
function checkJudge(model: string, variants: readonly WrittenVariant[], file: string): void {
  const own = variants.find(({ render }) => isSameModel(render.model, model));
  if (!own) return;
  const name = own.render.model === model ? "" : ` '${own.render.model}'`;
  throw bad(
    `${file}: judge.model: '${model}' is the model${name} of the variant '${own.name}', ` +
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
