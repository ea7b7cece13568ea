import { relative } from "node:path";
import { contentHash } from "../../src/content_hash.ts";
import { z } from "zod";
import { WattbookError } from "../../src/errors.ts";
import type { Replay } from "../load_replay.ts";
import { readLedger } from "../plan/ledger.ts";
import { planOf } from "../plan/plan.ts";
import { hashOfCases } from "../read_cases.ts";

/** How answers are come by. */
export type Mode =
  /** From recordings alone. */
  | "replay"
  /** From recordings; what is missing is asked, and recorded. */
  | "record"
  /** All are asked anew and replace their recordings. */
  | "refresh"
  /** All are asked, and only the run keeps them. */
  | "live";

const promptForm = z.strictObject({ name: z.string(), sha256: z.string() });

const manifestForm = z.strictObject({
  v: z.literal(1),
  id: z.string(),
  config: z.string(),
  cases: z.strictObject({ ids: z.array(z.string()), sha256: z.string() }),
  variants: z.array(z.strictObject({
    name: z.string(),
    model: z.string(),
    prompts: z.strictObject({
      alertmanager: promptForm.exactOptional(),
      hostmon: promptForm.exactOptional(),
    }),
    parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    context: z.enum(["full", "none"]),
    firstSample: z.int(),
  })),
  endpoint: z.string(),
  apiVersion: z.string().exactOptional(),
  repeats: z.int(),
  plan: z.string().exactOptional(),
  fresh: z.strictObject({ mode: z.enum(["refresh", "live"]), since: z.iso.datetime() })
    .exactOptional(),
});

/**
 * `manifest.json` of a run: everything that its rows hang on. How they are judged (labels, checks,
 * baseline) is in it only as the hash of the plan, if one was made: a run can be judged again.
 */
export type Manifest = z.infer<typeof manifestForm>;

/**
 * The manifest of a replay. What is asked the same, wherever it lies, has the same id; a run that asks
 * for everything anew has one of its own.
 *
 * @param folder Folder of the runs: the configuration is named from the run's own place.
 * @param fresh Since when answers count, of a run that asks for all of them anew.
 */
export function manifestOf(
  { config, cases }: Pick<Replay, "config" | "cases">,
  folder: string,
  fresh?: NonNullable<Manifest["fresh"]>,
): Manifest {
  const [{ apiVersion } = {}] = config.variants;
  const content = {
    cases: { ids: cases.map(({ id }) => id), sha256: hashOfCases(cases) },
    variants: config.variants.map(({ name, prompts, render, context, firstSample = 0 }) => {
      const { model, ...parameters } = render;
      return {
        name,
        model,
        prompts: Object.fromEntries(
          Object.entries(prompts).map(([source, { name, sha256 }]) => [source, { name, sha256 }]),
        ),
        parameters,
        context,
        firstSample,
      };
    }),
    endpoint: config.endpoint.href,
    ...(apiVersion !== undefined && { apiVersion }),
    repeats: config.repeats,
  };
  const { sha256: plan } = planOf(config, cases);
  const isPlanned = readLedger(config.plans).some(({ sha256 }) => sha256 === plan);
  const hash = contentHash(content).slice(0, 10);
  const time = fresh?.since.replace(/\.\d+/, "").replace(/[-:]/g, "");
  const id = [config.name, hash, ...fresh ? [fresh.mode, time] : []].join("-");
  return {
    v: 1,
    id,
    config: relative(`${folder}/${id}`, config.file).replaceAll("\\", "/"),
    ...content,
    ...(isPlanned && { plan }),
    ...(fresh && { fresh }),
  };
}

/**
 * Reads a manifest.
 *
 * @param name Name of the file, for errors.
 * @throws {WattbookError} `BAD_RUN`
 */
export function parseManifest(text: string, name: string): Manifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const form = manifestForm.safeParse(parsed);
  if (form.success) return form.data;
  throw new WattbookError("BAD_RUN", `'${name}' is no manifest of a run`, {
    hint: "Delete the folder of the run; 'deno task replay run' makes it anew from the recordings.",
  });
}
