import { z } from "zod";
import type { RenderOptions } from "../../src/llm/render_body.ts";
import { CRITERIA } from "../judge/criteria.ts";

const name = z.string().regex(
  /^[\w.+-]{1,60}$/,
  "must be a name of at most 60 letters, digits, '.', '_', '+' and '-'",
);
const path = z.string().min(1);

/** Prompts by kind of alert; one path stands for all. */
const prompts = z.union([
  path,
  z.strictObject({ alertmanager: path.exactOptional(), hostmon: path.exactOptional() }),
]).transform((one) => typeof one === "string" ? { alertmanager: one, hostmon: one } : one);

const parameters = z.strictObject({
  max_tokens: z.int().min(1).max(200_000).exactOptional(),
  thinking: z.enum(["adaptive", "disabled"]).exactOptional(),
  effort: z.enum(["low", "medium", "high"]).exactOptional(),
});

/** Model and parameters as the analyzer's code takes them. */
export function renderOf(
  { model, max_tokens: maxTokens, ...rest }: z.infer<typeof parameters> & { model: string },
): RenderOptions {
  return { model, ...(maxTokens !== undefined && { maxTokens }), ...rest };
}

const variant = parameters.extend({
  /** Unique in a run. It is not part of a recording's key. */
  name,
  prompts,
  model: path,
  /** `none` shows the alert alone: a prompt that scores as well without context is guessing. */
  context: z.enum(["full", "none"]).default("full"),
  /** The first repeat. The same prompt with other repeats is a control group. */
  samples_from: z.int().min(0).max(1000).default(0),
}).transform(({ name, prompts, context, samples_from: firstSample, ...asked }) => ({
  name,
  prompts,
  context,
  firstSample,
  render: renderOf(asked),
}));

const matrix = z.strictObject({
  prompts: z.record(name, prompts),
  models: z.array(path).min(1),
  parameters: z.record(name, parameters).default({ "": {} }),
});

const exclusion = z.strictObject({
  prompts: name.exactOptional(),
  model: path.exactOptional(),
  parameters: name.exactOptional(),
});

/** An endpoint without a query, because the key of a recording does not hold one. */
const endpoint = z.string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    message: "must be an address that starts with http:// or https://",
    abort: true,
  })
  .transform((text) => new URL(text))
  .refine(({ username, password }) => !username && !password, {
    message: "must not contain a user name or a password",
  })
  .refine(({ search, hash }) => !search && !hash, {
    message: "must not contain a query string or a fragment",
  });

const judge = parameters.extend({
  model: path,
  prompt: path.exactOptional(),
  verdicts: path.exactOptional(),
  criteria: z.record(z.string().regex(/^[a-z]\w{0,30}$/, "must be a name such as in_time"), path)
    .default({}),
  cases: z.array(path).min(1).exactOptional(),
  repeats: z.int().min(1).exactOptional(),
}).transform(({ prompt, verdicts, criteria, cases, repeats, ...asked }) => ({
  prompt,
  ...(verdicts !== undefined && { verdicts }),
  criteria: [
    ...CRITERIA,
    ...Object.entries(criteria).map(([name, question]) => ({ name, question })),
  ],
  ...(cases && { cases }),
  ...(repeats !== undefined && { repeats }),
  render: renderOf(asked),
}));

const price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

export const configForm = z.strictObject({
  cases: z.array(path).min(1),
  labels: path.exactOptional(),
  cassettes: path.default("cassettes"),
  endpoint: endpoint.prefault("https://api.anthropic.com/v1/messages"),
  api_version: z.string().regex(/^\d{4}-\d\d-\d\d$/, "must be a date such as 2023-06-01")
    .exactOptional(),
  repeats: z.int().min(1).max(100).default(3),
  variants: z.array(variant).min(1).default([]),
  matrix: matrix.exactOptional(),
  exclude: z.array(exclusion).default([]),
  baseline: name.exactOptional(),
  primary: z.union([name, z.array(name).min(1)]).default("score"),
  /** Limit for one name's share in the typical difference. */
  cap: z.number().gt(0).max(1).default(0.3),
  /** Differences up to this count as equal. */
  within: z.number().min(0).max(1).default(0.1),
  looks: z.int().min(1).max(100).default(1),
  /** Labels whose values name an alert. Empty: the alert's own name. */
  cluster: z.array(path).default([]),
  plans: path.default("plans.jsonl"),
  /**
   * What fails a run: a candidate worse by more than `margin`, a larger share of failed calls than
   * `errors`, one miss of a `hard` gate, answers beyond the limits.
   */
  gate: z.strictObject({
    margin: z.number().min(0).max(1).default(0.05),
    errors: z.number().min(0).max(1).default(0.05),
    max_usd: z.number().gt(0).exactOptional(),
    max_seconds: z.number().gt(0).exactOptional(),
    hard: z.array(name).default(["secret_free"]),
  }).prefault({}).transform(({ max_usd: usd, max_seconds: seconds, ...gate }) => ({
    ...gate,
    limits: { ...usd !== undefined && { usd }, ...seconds !== undefined && { seconds } },
  })),
  checks: z.strictObject({
    weights: z.record(name, z.number().min(0)).default({}),
    file: path.exactOptional(),
  }).prefault({}),
  prices: z.record(path, price).prefault({}).transform((prices) =>
    Object.entries(prices).map(([model, price]) => ({ model, from: "2000-01-01", ...price }))
  ),
  judge: judge.exactOptional(),
}).superRefine(({ matrix, exclude }, context) => {
  const known = matrix && new Map([
    ["prompts", Object.keys(matrix.prompts)],
    ["model", matrix.models],
    ["parameters", Object.keys(matrix.parameters)],
  ]);
  for (const [index, one] of exclude.entries()) {
    // A misspelt exclusion would cost money.
    const unknown = Object.entries(one).find(([what, name]) => !known?.get(what)?.includes(name));
    if (known && !unknown) continue;
    const message = known
      ? `the matrix has no ${unknown!.join(" '")}'`
      : "there is no matrix to leave it out of";
    context.addIssue({ code: "custom", path: ["exclude", index], message });
  }
});

export type ConfigForm = z.infer<typeof configForm>;
export type WrittenVariant = z.infer<typeof variant>;
