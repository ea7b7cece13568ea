import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { ContextKind } from "../../src/context/context_item.ts";
import { readTextIfPresent } from "../../../src/files.ts";
import { WattbookError } from "../../src/errors.ts";
import type { JsonValue } from "../../src/redact/redact_value.ts";
import { namesCause } from "../checks/cause/names_cause.ts";
import { otherWords } from "../checks/cause/concepts.ts";
import { fold } from "../checks/folded_text.ts";
import type { ImportedCase, Importer } from "./import_cases.ts";

const words = z.array(z.string()).default([]);
const alertForm = z.looseObject({
  title: z.string(),
  commonLabels: z.record(z.string(), z.coerce.string()).default({}),
  commonAnnotations: z.record(z.string(), z.coerce.string()).default({}),
});
const scenarioForm = z.looseObject({
  base: z.string().optional(),
  severity: z.enum(["critical", "warning", "info", "unknown"]).catch("unknown").default("warning"),
  available_evidence: z.array(z.string()).optional(),
});
const answerForm = z.looseObject({
  root_cause_category: z.string(),
  required_keywords: words,
  ruling_out_keywords: words,
  optimal_trajectory: words,
  model_response: z.string(),
});

/** Kind of evidence by file name. */
const KINDS: readonly (readonly [RegExp, ContextKind])[] = [
  [/log/, "logs"],
  [/event/, "events"],
  [/pod|deployment|node|replica/, "pods"],
  [/metric|monitor|insight|cloudwatch/, "metrics"],
];
/** Labels or annotations that name what is affected. */
const TARGETS = ["workload_name", "service", "db_instance_identifier", "kube_pod", "kube_node"];
/** Relative times: the files do not say what they are relative to. */
const RELATIVE =
  /\s*\(?(?:~|about |over |for over )*\d+ (?:seconds?|minutes?|hours?)(?: ago)?\)?/gi;
const INSTANT = /\b20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?/g;

/** The synthetic incidents of Tracer-Cloud/opensre, `tests/synthetic`. */
export const opensre: Importer = {
  name: "opensre",
  givesAway: /failure_mode|suspected|root_cause|context_sources|pipeline_name|^error$/,
  async read(folder) {
    const names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory()).map(({ name }) => name)
      .filter((name) => readTextIfPresent(join(folder, name, "answer.yml")));
    if (names.length === 0) {
      throw new WattbookError("BAD_CASE", `There are no scenarios in '${folder}'`, {
        hint: "Name a folder such as tests/synthetic/eks of Tracer-Cloud/opensre.",
      });
    }
    return names.sort().map((name) => readScenario(folder, name));
  },
};

function readScenario(folder: string, id: string): ImportedCase {
  const textOf = (name: string, from = id) => readTextIfPresent(join(folder, from, name));
  const scenarioOf = (id: string) =>
    formOf(scenarioForm, parse(textOf("scenario.yml", id) ?? "{}"), id);
  const alert = formOf(alertForm, JSON.parse(textOf("alert.json") ?? "{}"), id);
  const scenario = scenarioOf(id);
  const answer = formOf(answerForm, parse(textOf("answer.yml")!), id);
  // It takes from its base what it does not have itself.
  const { base = id } = scenario;
  const listed = scenario.available_evidence ?? scenarioOf(base).available_evidence ?? [];
  const evidence = [...new Set(listed)].flatMap((name) => {
    const text = textOf(`${name}.json`) ?? textOf(`${name}.json`, base);
    return text === undefined ? [] : [{ name, text }];
  });
  const times = evidence.flatMap(({ text }) =>
    [...text.matchAll(INSTANT)].map(([one]) => Date.parse(one.endsWith("Z") ? one : `${one}Z`))
  ).filter(Number.isFinite);
  const time = times.length === 0 ? 0 : Math.max(...times);
  const { commonLabels: labels, commonAnnotations: annotations } = alert;
  return {
    id,
    incident: {
      source: "alertmanager",
      fingerprint: id,
      episode: `${id}/0`,
      title: labels["alertname"] ?? alert.title,
      status: "firing",
      severity: scenario.severity,
      startsAt: time,
      labels,
      annotations,
      links: [],
    },
    findings: evidence.map(({ name, text }) => ({
      name,
      kind: KINDS.find(([form]) => form.test(name))?.[1] ?? "diagnostics",
      title: name.replaceAll("_", " "),
      query: name,
      time,
      duration: 0,
      data: JSON.parse(text) as JsonValue,
    })),
    ...rightOf(answer, alert),
  };
}

/** Label and gold answer. Required keywords count only if the root cause contains them. */
function rightOf(
  answer: z.infer<typeof answerForm>,
  { commonLabels: labels, commonAnnotations: annotations }: z.infer<typeof alertForm>,
): Pick<ImportedCase, "label" | "gold"> {
  const isHealthy = answer.root_cause_category === "healthy";
  const { model_response: told, required_keywords, ruling_out_keywords } = answer;
  const cause = (/ROOT_CAUSE:\s*([^]*?)\s*ROOT_CAUSE_CATEGORY/.exec(told)?.[1] ?? told)
    .replace(RELATIVE, "").replace(/\s+/g, " ").trim().slice(0, 600);
  const valuesOf = (...names: readonly string[]) =>
    names.flatMap((name) => labels[name] ?? annotations[name] ?? []);
  const known = valuesOf(...TARGETS);
  // Other cases use other field names: take what the cause names of the alert.
  const targets = known.length > 0
    ? known
    : [...Object.values(labels), ...Object.values(annotations)].filter((value) =>
      /^[\w.-]*[-\d][\w.-]*$/.test(value) && cause.includes(value)
    );
  const required = required_keywords.filter((word) =>
    !targets.includes(word) &&
    namesCause(cause, { cause: [aliasesOf(word)], distractors: [] }).isNamed
  ).map(aliasesOf);
  // A healthy case must still name the right object.
  const objects = valuesOf("kube_pod", "kube_node", "db_instance_identifier")
    .filter((name) => cause.includes(name)).map((name) => [name]);
  const claims = /VALIDATED_CLAIMS:([^]*?)NON_VALIDATED/.exec(told)?.[1] ?? told;
  const cited = [...claims.matchAll(/\[evidence: ([\w, ]+)\]/g)]
    .flatMap(([, names]) => names!.split(/,\s*/));
  const severity = isHealthy ? ["none", "info"] : ["warning", "critical"];
  return {
    label: {
      cause: isHealthy ? [] : required,
      ...isHealthy && { tells: [...required, ...objects] },
      distractors: ruling_out_keywords.map((word) => word.replace(/^(?:not?|not an?) /, ""))
        .filter((word) => otherWords([fold(word)]).length > 0).map((word) => [word]),
      target: targets.length === 0 ? [] : [[...new Set(targets)]],
      severity,
      abstain: isHealthy,
      tags: [answer.root_cause_category],
      by: "Tracer-Cloud/opensre (Apache-2.0)",
      at: new Date(0).toISOString().slice(0, 10),
    },
    gold: {
      not_read: [],
      hypotheses: isHealthy ? [] : [{ evidence: [...new Set(cited)], cause, confidence: "high" }],
      inconclusive: false,
      severity: isHealthy ? "none" : "critical",
      next_steps: [`Look at ${targets[0] ?? "the alert"} again`],
      summary: isHealthy ? cause : `${targets[0] ?? "The alert"}: ${cause}`.slice(0, 590),
    },
  };
}

/** A keyword with equivalents: its number alone, and OOM kills for memory. */
function aliasesOf(word: string): string[] {
  const number = /\b\d{3,}\b/.exec(word)?.[0];
  return [
    word,
    ...number === undefined ? [] : [number],
    .../^memory$/i.test(word) ? ["OOMKilled", "OOM-killed"] : [],
  ];
}

function formOf<T extends z.ZodType>(form: T, value: unknown, id: string): z.output<T> {
  const parsed = form.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new WattbookError("BAD_CASE", `'${id}' is no scenario: ${path.join(".")}: ${message}`, {
    hint: "The files are those of Tracer-Cloud/opensre, tests/synthetic, unchanged.",
  });
}
