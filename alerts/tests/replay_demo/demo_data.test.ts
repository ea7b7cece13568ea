import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Recording } from "../../replay/cassette/recording.ts";
import { type Facts, factsOf } from "../../replay/checks/facts.ts";
import { fold } from "../../replay/checks/folded_text.ts";
import { readAnswer } from "../../replay/checks/read_answer.ts";
import { loadReplay, type Replay } from "../../replay/load_replay.ts";
import { questionOf } from "../../replay/request_of.ts";
import type { ReplayCase } from "../../replay/read_cases.ts";
import { requestOf } from "../../replay/request_of.ts";
import { scoreAnswer } from "../../replay/score_answer.ts";
import type { Variant } from "../../replay/config/read_config.ts";
import { parseAnswer, type WrittenAnswer } from "../../src/llm/parse_answer.ts";
import type { DemoCase } from "./demo_case.ts";
import { DEMO_CASES } from "./demo_cases.ts";
import { FOLDER, makeDemo } from "./make_demo.ts";

const folder = fileURLToPath(FOLDER);
/** Files that the generator of the demo does not make. */
const BY_HAND = [
  "README.md",
  "prompts/short-cluster.md",
  "prompts/short-host.md",
  "replay.yaml",
];

let made: Map<string, string>;
let shipped: Map<string, string>;
let replay: Replay;

beforeAll(async () => {
  made = await makeDemo();
  shipped = new Map();
  for await (const path of filesBelow(folder)) {
    shipped.set(relative(folder, path), await Deno.readTextFile(path));
  }
  replay = await loadReplay(`${folder}replay.yaml`);
}, 60_000);

async function* filesBelow(directory: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (isDirectory) yield* filesBelow(path);
    else yield path;
  }
}

const named = (demo: DemoCase): [string, DemoCase] => [demo.id, demo];

describe("the files of the demo", () => {
  test("are what the maker makes of the scenes, byte for byte", () => {
    const differing = [...made].filter(([path, text]) => shipped.get(path) !== text)
      .map(([path]) => path);
    expect(differing, "run 'deno task replay:demo-data'").toEqual([]);
    expect([...shipped.keys()].filter((path) => !made.has(path)).sort()).toEqual(BY_HAND);
  });

  test("hold none of the secrets that the scenes hold", () => {
    const canaries = DEMO_CASES.flatMap(({ canaries = [] }) => canaries);
    expect(canaries.length).toBeGreaterThan(15);
    const leaks = [...shipped].flatMap(([path, text]) =>
      canaries.filter((canary) => text.includes(canary)).map((canary) => `${path}: ${canary}`)
    );
    expect(leaks).toEqual([]);
  });

  test("stay small", () => {
    const bytes = [...shipped.values()].reduce((sum, text) => sum + text.length, 0);
    expect(bytes).toBeLessThan(6.5 * 2 ** 20);
  });
});

describe("the cases", () => {
  test("are many, of many names, and of both analyzers", () => {
    const { cases, strayLabels } = replay;
    expect(cases.length).toBeGreaterThanOrEqual(44);
    expect(new Set(cases.map(({ cluster }) => cluster)).size).toBeGreaterThanOrEqual(28);
    const hosts = cases.filter(({ file }) => file.incident.source === "hostmon");
    expect(hosts.length).toBeGreaterThanOrEqual(15);
    expect(cases.length - hosts.length).toBeGreaterThanOrEqual(28);
    expect(cases.filter(({ label }) => label?.abstain).length).toBeGreaterThanOrEqual(5);
    expect(strayLabels).toEqual([]);
    expect(cases.filter(({ label }) => !label)).toEqual([]);
  });

  test.each(DEMO_CASES.filter(({ canaries }) => canaries).map(named))(
    "%s holds its secrets until they are redacted",
    (id, demo) => {
      const { label: _, answers: __, canaries: ___, ...written } = demo;
      const raw = JSON.stringify(written);
      expect(demo.canaries!.filter((canary) => !raw.includes(canary))).toEqual([]);
      const { redactions } = caseOf(id).file;
      expect(Object.keys(redactions).length).toBeGreaterThan(0);
    },
  );

  test.each(DEMO_CASES.map(named))(
    "%s has a context with everything that was written",
    (id, demo) => {
      const { context } = caseOf(id).file;
      expect(context.length).toBeGreaterThan(2);
      const logs = "scene" in demo ? Object.keys(demo.scene.logs ?? {}) : [];
      const read = new Set(
        context.filter(({ kind }) => kind === "logs").map(({ query }) => {
          const url = new URL(query.replace("GET ", ""), "https://cluster.example");
          const pod = url.pathname.split("/").at(-2);
          const previous = url.searchParams.has("previous") ? "/previous" : "";
          return `${pod}/${url.searchParams.get("container")}${previous}`;
        }),
      );
      expect(logs.filter((log) => !read.has(log))).toEqual([]);
    },
  );

  test.each(DEMO_CASES.map(named))("%s has a label that its context bears out", (id) => {
    const one = caseOf(id);
    const { label } = one, { text } = factsOfCase(one);
    const unheard = (groups: readonly (readonly string[])[]) =>
      groups.filter((names) => !names.some((name) => text.includes(fold(name))));
    expect(unheard(label!.target)).toEqual([]);
    expect(unheard(label!.cause)).toEqual([]);
    expect(label!.distractors.length).toBeGreaterThan(0);
  });
});

describe("the answers", () => {
  test("are all there, and each says that no model gave it", async () => {
    const { config, cases } = replay;
    const all: Recording[] = [];
    for await (const { path, content } of config.cassettes.all()) {
      if (content instanceof Error) throw new Error(`${path}: ${content.message}`);
      all.push(content);
    }
    const answers = all.filter(({ request }) => request.kind === "analysis");
    expect(answers.length).toBe(cases.length * config.variants.length * config.repeats);
    expect(all.length - answers.length, "judgements of a part").toBeGreaterThan(20);
    expect(new Set(all.map(({ origin }) => origin))).toEqual(new Set(["synthetic"]));
    expect(new Set(all.map(({ recordedAt }) => recordedAt)).size).toBe(1);
  });

  test("of the shipped prompt cite items that exist, those of the short one not always", async () => {
    const cited = async (name: string) => {
      const unknown = [];
      for (const one of replay.cases) {
        const ids = new Set(one.file.context.map(({ id }) => id));
        for (const { text } of await answersOf(one, variantOf(name))) {
          // What the model wrote: a push leaves out what does not exist.
          const written = rawForm(text!);
          const evidence = written?.hypotheses.flatMap(({ evidence }) => evidence) ?? [];
          unknown.push(...evidence.filter((id) => !ids.has(id)).map((id) => `${one.id}: ${id}`));
        }
      }
      return unknown;
    };
    expect(await cited("shipped")).toEqual([]);
    expect((await cited("short")).length).toBeGreaterThan(5);
  });

  test("are of different worth: shipped, short, without context", async () => {
    const mean = async (name: string) => {
      const scores: number[] = [];
      for (const one of replay.cases) {
        const variant = variantOf(name);
        for (const [sample, answer] of (await answersOf(one, variant)).entries()) {
          const place = { case: one.id, cluster: one.cluster, variant: name, sample };
          const given = { facts: factsOfCase(one), answer, label: one.label! };
          scores.push(scoreAnswer(place, given).at(-1)!.value!);
        }
      }
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    };
    const [careful, short, blind] = [
      await mean("shipped"),
      await mean("short"),
      await mean("no-context"),
    ];
    expect(careful).toBeGreaterThan(0.8);
    expect(short).toBeLessThan(careful - 0.2);
    expect(blind).toBeLessThan(short);
  });

  test("do not read alike: no cause is told twice in the same words", async () => {
    const causes: string[] = [];
    for (const one of replay.cases) {
      for (const name of ["shipped", "short"]) {
        for (const { written } of await answersOf(one, variantOf(name))) {
          causes.push(...written?.hypotheses.map(({ cause }) => `${one.id}: ${cause}`) ?? []);
        }
      }
    }
    const twice = causes.filter((cause, at) => causes.indexOf(cause) !== at);
    expect(twice).toEqual([]);
  });
});

function rawForm(text: string): WrittenAnswer | undefined {
  const parsed = parseAnswer(text);
  return "written" in parsed ? parsed.written : undefined;
}

function caseOf(id: string): ReplayCase {
  const found = replay.cases.find((one) => one.id === id);
  if (!found) throw new Error(`There is no case '${id}'`);
  return found;
}

function variantOf(name: string): Variant {
  return replay.config.variants.find((one) => one.name === name)!;
}

const facts = new Map<string, Facts>();
function factsOfCase({ id, file: { incident, context } }: ReplayCase): Facts {
  if (!facts.has(id)) facts.set(id, factsOf({ incident, context }));
  return facts.get(id)!;
}

async function answersOf(one: ReplayCase, variant: Variant) {
  const { cassettes } = replay.config;
  return await Promise.all(
    Array.from({ length: replay.config.repeats }, async (_, sample) => {
      const recording = await cassettes.read(requestOf(one, variant, sample));
      if (!recording) throw new Error(`No answer to ${one.id} (${variant.name}, ${sample})`);
      return readAnswer(recording.response, questionOf(one, variant.context));
    }),
  );
}
