import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { importBenchmark } from "../../../replay/command/import_command.ts";
import { scoreControls } from "../../../replay/controls.ts";
import {
  type BenchmarkCase,
  importCase,
  type ImportedCase,
  proveImport,
} from "../../../replay/import/import_cases.ts";
import { opensre } from "../../../replay/import/opensre.ts";
import { readCases } from "../../../replay/read_cases.ts";
import { readLabels } from "../../../replay/label.ts";
import { ANALOGOUS } from "./analogous.ts";
import { effects } from "../../../../tests/terminal/capture.ts";

const FOLDER = fileURLToPath(new URL("opensre-eks", import.meta.url));

let read: readonly ImportedCase[];
let cases: readonly BenchmarkCase[];

beforeAll(async () => {
  read = await opensre.read(FOLDER);
  cases = read.map((one) => importCase(one, opensre));
});

describe("the cases of opensre", () => {
  it("are fourteen, six of them healthy, with all the evidence that is listed", () => {
    expect(cases.length).toBe(14);
    expect(cases.filter(({ label }) => label.abstain).length).toBe(6);
    for (const { file } of cases) expect(file.context.length).toBeGreaterThan(3);
  });

  it("let gold answers win at their own case, and fail at every other", () => {
    const proof = proveImport(cases);
    expect(proof.flaws).toEqual([]);
    expect([...proof.gold.values()]).toEqual(Array(14).fill(1));
    for (const score of proof.swapped.values()) expect(score).toBeLessThan(0.35);
  });

  it("want abstention where nothing is wrong: a cause is worth nothing there", () => {
    const failing = cases.find(({ label }) => !label.abstain)!;
    const healthy = cases.filter(({ label }) => label.abstain);
    const accused = healthy.map((one) => ({ ...one, gold: failing.gold }));
    expect([...proveImport(accused).gold.values()]).toEqual(healthy.map(() => 0));
  });

  it("hold nothing that gives the answer away", () => {
    for (const { file } of cases) {
      const { labels, annotations } = file.incident;
      const names = [...Object.keys(labels), ...Object.keys(annotations)];
      expect(names.filter((name) => opensre.givesAway.test(name))).toEqual([]);
    }
    const isTold = (one: ImportedCase) => JSON.stringify(one.incident).includes("failure_mode");
    expect(read.filter(isTold).length).toBeGreaterThan(10);
  });

  it("are refused by the proof if an answer is left in, or a gold answer is another", () => {
    const [first, second] = cases.filter(({ label }) => !label.abstain);
    const told = {
      ...first!,
      file: {
        ...first!.file,
        incident: {
          ...first!.file.incident,
          annotations: { summary: first!.gold.hypotheses[0]!.cause },
        },
      },
    };
    expect(proveImport([told, second!]).flaws).toContain(
      `${told.file.id}: the alert alone tells the cause`,
    );
    const swapped = [{ ...first!, gold: second!.gold }, { ...second!, gold: first!.gold }];
    expect(proveImport(swapped).flaws.length).toBeGreaterThanOrEqual(4);
  });

  it("cannot be won with the controls", () => {
    const replayed = cases.map(({ file, label }) => ({
      id: file.id,
      cluster: file.incident.title,
      file,
      label,
    }));
    for (const { name, labelled, unlabelled } of scoreControls(replayed)) {
      expect(labelled, name).toBeLessThan(0.35);
      expect(unlabelled, name).toBeLessThan(0.35);
    }
  });
});

describe("cases of databases, queues and networks that the importer was not made for", () => {
  const own = ANALOGOUS.map((one) => importCase(one, { name: "own", givesAway: /^$/ }));

  it("let gold answers win at their own case, whatever their metrics are called", () => {
    const proof = proveImport(own);
    expect(proof.flaws).toEqual([]);
    expect([...proof.gold.values()]).toEqual(own.map(() => 1));
  });

  it("do not let an answer win that says other things in the same words", () => {
    // What is measured is told, and what is said of it is not the cause.
    const denied = own.map((one) => ({
      ...one,
      gold: {
        ...one.gold,
        hypotheses: one.gold.hypotheses.map((first) => ({
          ...first,
          cause: `It has nothing to do with this: ${first.cause}`,
        })),
      },
    }));
    for (const score of proveImport(denied).gold.values()) expect(score).toBe(0);
  });
});

describe("replay import", () => {
  it("writes cases and labels that a replay reads", async () => {
    const out = join(await Deno.makeTempDir({ prefix: "wattbook-import-" }), "made");
    const fakes = effects();
    expect(await importBenchmark("opensre", FOLDER, { out }, fakes)).toBe(0);
    expect(fakes.stdout.text).toContain("14 of 14 gold answers score 1 at their own case");
    const made = await readCases([join(out, "cases.jsonl")]);
    const labels = await readLabels(join(out, "labels.jsonl"));
    expect(made.map(({ id }) => labels.has(id))).toEqual(Array(14).fill(true));
    await Deno.remove(join(out, ".."), { recursive: true });
  });

  it("finds what an alert is about also where its labels are called otherwise", async () => {
    const folder = await Deno.makeTempDir({ prefix: "wattbook-import-" });
    const path = join(folder, "001-slow-disk");
    await Deno.mkdir(path);
    const write = (name: string, text: string) => Deno.writeTextFile(join(path, name), text);
    await write(
      "alert.json",
      JSON.stringify({
        title: "Slow queries",
        commonLabels: { alertname: "SlowQueries", severity: "critical", engine_id: "stock-db-3" },
        commonAnnotations: { summary: "Queries take 4 s" },
      }),
    );
    await write("scenario.yml", "severity: critical\navailable_evidence: [volume]\n");
    await write(
      "volume.json",
      JSON.stringify({ BurstBalance: { minimum: 0 }, engine: "stock-db-3" }),
    );
    await write(
      "answer.yml",
      `root_cause_category: resource_exhaustion
required_keywords: [burst balance]
model_response: |
  ROOT_CAUSE: The burst balance of the volume of stock-db-3 fell to a minimum of 0, so its reads are held back.
  ROOT_CAUSE_CATEGORY: resource_exhaustion

  VALIDATED_CLAIMS:
  - The burst balance is spent. [evidence: volume]
`,
    );
    const made = (await opensre.read(folder)).map((one) => importCase(one, opensre));
    expect(made[0]!.label.target).toEqual([["stock-db-3"]]);
    expect(made[0]!.gold.next_steps).toEqual(["Look at stock-db-3 again"]);
    expect(proveImport(made).flaws).toEqual([]);
    await Deno.remove(folder, { recursive: true });
  });

  it("names a folder without scenarios", async () => {
    const importing = importBenchmark("opensre", "tests", { out: "no" }, effects());
    await expect(importing).rejects.toMatchObject({ code: "BAD_CASE" });
  });
});
