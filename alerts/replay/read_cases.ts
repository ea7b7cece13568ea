import { createHash } from "node:crypto";
import { z } from "zod";
import type { CaseFile } from "../src/case_file.ts";
import type { Incident } from "../src/incident.ts";
import { isSealIntact } from "../src/seal_case.ts";
import { complaint, readJsonLines } from "./json_lines.ts";
import type { Label } from "./label.ts";

export interface ReplayCase {
  readonly id: string;
  /** Name of the alert or of the host's check. */
  readonly cluster: string;
  readonly file: CaseFile;
  readonly label?: Label;
}

/** Groups alerts: those of one name fail for the same reasons, so they are not independent. */
export function clusterOf(
  { source, title, labels }: Pick<Incident, "source" | "title" | "labels">,
  by: readonly string[] = [],
): string {
  const values = by.flatMap((label) => labels[label] || []);
  if (values.length > 0) return values.join(" / ");
  if (source === "alertmanager") return labels["alertname"] || title;
  // If a host is down, its name says nothing about the reason.
  return labels["service"] || (labels["what"] === "host" ? "Host" : title);
}

const bad = complaint(
  "BAD_CASE",
  "'deno task cases export > cases.jsonl' writes cases, a line each; they must not change.",
);

const texts = z.record(z.string(), z.string());
/** The fields that a replay needs. The seal covers the rest. */
const caseForm = z.looseObject({
  version: z.literal(1),
  id: z.string().min(1),
  incident: z.looseObject({
    source: z.enum(["alertmanager", "hostmon"]),
    title: z.string(),
    status: z.enum(["firing", "resolved"]),
    severity: z.enum(["critical", "error", "warning", "info", "unknown"]),
    startsAt: z.number(),
    labels: texts,
    annotations: texts,
    links: z.array(z.string()),
  }),
  context: z.array(z.looseObject({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    query: z.string(),
    time: z.number(),
    error: z.string().optional(),
  })),
});

/**
 * Reads cases as `deno task cases export` writes them, and checks every seal.
 *
 * @param by Labels that name an alert. @default its own name
 */
export async function readCases(
  files: readonly string[],
  by: readonly string[] = [],
): Promise<ReplayCase[]> {
  const cases = new Map<string, ReplayCase>();
  const lines = await Array.fromAsync(
    files,
    (file) => readJsonLines(file, caseForm, { what: "case", bad }),
  );
  for (const { value: file, place } of lines.flat()) {
    const { id } = file;
    if (!isSealIntact(file)) {
      throw bad(`${place}: the seal of the case '${id}' does not fit, it was changed`);
    }
    const known = cases.get(id);
    // Two exports of one store may contain the same case.
    if (known && known.file.seal !== file.seal) {
      throw bad(`${place}: there is another case with the id '${id}'`);
    }
    if (!known) cases.set(id, { id, cluster: clusterOf(file.incident, by), file });
  }
  if (cases.size === 0) throw bad(`There are no cases in ${files.join(", ")}`);
  return [...cases.values()];
}

/** A hash over ids and seals, independent of files. */
export function hashOfCases(cases: readonly ReplayCase[]): string {
  const lines = cases.map(({ id, file }) => `${JSON.stringify(id)} ${file.seal}\n`).sort();
  return createHash("sha256").update(lines.join("")).digest("hex");
}
