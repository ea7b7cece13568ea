import { describe, expect, it } from "vitest";
import { demoFile } from "../../../replay/answers.ts";
import { openCassettes } from "../../../replay/cassette/cassettes.ts";
import { loadReplay, type Replay } from "../../../replay/load_replay.ts";
import {
  type Entry,
  entryOf,
  readLedger,
  registerPlan,
  standingOf,
} from "../../../replay/plan/ledger.ts";
import { planOf } from "../../../replay/plan/plan.ts";

const DEMO: Replay = await loadReplay(demoFile());

describe("planOf", () => {
  const { config, cases } = DEMO;
  const hash = (change: Partial<typeof config>, own = cases) =>
    planOf({ ...config, ...change }, own).sha256;

  it("changes with all that is decided", () => {
    const [first, ...others] = config.variants;
    const changes = [
      hash({}),
      hash({ primaries: ["cause"] }),
      hash({ cap: 0.2 }),
      hash({ within: 0.05 }),
      hash({ looks: 2 }),
      hash({ repeats: 4 }),
      hash({ baseline: "short" }),
      hash({ weights: { cause: 2 } }),
      hash({ cluster: ["namespace"] }),
      hash({ gate: { ...config.gate, margin: 0.1 } }),
      hash({ gate: { ...config.gate, hard: [] } }),
      hash({ variants: others }),
      hash({ variants: [{ ...first!, render: { ...first!.render, effort: "low" } }, ...others] }),
      hash({
        variants: [{
          ...first!,
          prompts: { alertmanager: { ...first!.prompts.alertmanager!, sha256: "00" } },
        }, ...others],
      }),
      hash({}, cases.slice(1)),
      hash(
        {},
        cases.map((one, at) => at ? one : { ...one, label: { ...one.label!, cause: [["x"]] } }),
      ),
    ];
    expect(new Set(changes).size).toBe(changes.length);
  });

  it("changes with what a judge is asked, so that later questions match no plan", () => {
    const judge = config.judge!;
    const [first, ...others] = judge.criteria;
    const changes = [
      hash({}),
      hash({ judge: { ...judge, criteria: others } }),
      hash({ judge: { ...judge, criteria: [{ ...first!, question: "Is it short?" }, ...others] } }),
      hash({ judge: { ...judge, prompt: { ...judge.prompt, sha256: "00" } } }),
      hash({ judge: { ...judge, render: { ...judge.render, model: "another" } } }),
      hash({ judge: { ...judge, repeats: 2 } }),
    ];
    expect(new Set(changes).size).toBe(changes.length);
    const entries = readLedger(config.plans);
    expect(changes.map((sha256) => standingOf(entries, sha256) !== null))
      .toEqual([true, false, false, false, false, false]);
  });

  it("does not change with who labelled, or where files are", () => {
    const relabelled = cases.map((one) => ({
      ...one,
      label: { ...one.label!, by: "x", note: "y" },
    }));
    expect(hash({ file: "elsewhere.yaml", cassettes: openCassettes("x") }, relabelled)).toBe(
      hash({}),
    );
  });

  it("is the one that the demo was registered with", () => {
    const entries = readLedger(config.plans);
    expect(standingOf(entries, hash({}))).toMatchObject({ number: 1, alpha: 0.05 });
  });
});

describe("standingOf", () => {
  const entry = (sha256: string, of: Partial<Entry> = {}): Entry => ({
    v: 1,
    at: "2026-01-01T00:00:00.000Z",
    sha256,
    series: sha256,
    looks: 1,
    names: ["X", "Y"],
    cases: ["a"],
    ...of,
  });

  it("lets all later plans on the same names be wrong as often as the first alone", () => {
    const entries = Array.from({ length: 200 }, (_, at) => entry(`${at}`));
    const alphas = entries.map(({ sha256 }) => standingOf(entries, sha256)!.alpha);
    expect(alphas[0]).toBe(0.05);
    expect(alphas.slice(1).reduce((sum, alpha) => sum + alpha, 0)).toBeLessThanOrEqual(0.05);
    expect(alphas[1]).toBe(0.025);
  });

  it("begins anew with other names alone", () => {
    const entries = [entry("a"), entry("b", { names: ["Z"] }), entry("c", { names: ["Y", "Q"] })];
    expect(entries.map(({ sha256 }) => standingOf(entries, sha256)!.number)).toEqual([1, 1, 2]);
  });

  it("shares the level among the looks at a growing set", () => {
    const look = (sha256: string, cases: string[]) =>
      entry(sha256, { series: "s", looks: 3, cases, at: `2026-01-0${cases.length}T00:00:00.000Z` });
    const entries = [look("1", ["a"]), look("2", ["a", "b"]), look("3", ["a", "b", "c"])];
    for (const { sha256 } of entries) {
      expect(standingOf(entries, sha256)).toMatchObject({
        number: 1,
        alpha: 0.05 / 3,
        since: Date.parse("2026-01-01"),
      });
    }
    // A fourth look was not planned, and other cases are none.
    const more = [...entries, look("4", ["a", "b", "c", "d"])];
    expect(standingOf(more, "4")).toMatchObject({ number: 2 });
    expect(standingOf([look("1", ["a"]), look("2", ["b"])], "2")).toMatchObject({ number: 2 });
  });

  it("counts every attempt at a plan, and takes the last one before the answers", () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    const entries = [
      entry("a", { at: at(1) }),
      entry("a", { at: at(3) }),
      entry("b", { at: at(5) }),
    ];
    const number = (answered?: string) =>
      standingOf(entries, "a", answered && Date.parse(answered) || undefined)!.number;
    expect([number(at(2)), number(at(4)), number()]).toEqual([1, 2, 2]);
    expect(standingOf(entries, "b")!.number).toBe(3);
  });

  it("knows no plan that was not made, and since when each case was", () => {
    const entries = [entry("a"), entry("b", { at: "2026-02-01T00:00:00.000Z", cases: ["a", "b"] })];
    expect(standingOf(entries, "c")).toBeNull();
    const { known, since } = standingOf(entries, "b")!;
    expect([known.get("a"), known.get("b"), since])
      .toEqual(["2026-01-01", "2026-02-01", "2026-02-01"].map(Date.parse));
  });
});

describe("the ledger", () => {
  it("holds a plan once, and names the line that is none", async () => {
    const file = await Deno.makeTempFile();
    const plan = planOf(DEMO.config, DEMO.cases);
    expect(await registerPlan(file, entryOf(plan, new Date(0)))).toBe(true);
    expect(await registerPlan(file, entryOf(plan, new Date(1)))).toBe(false);
    expect(readLedger(file)).toEqual([entryOf(plan, new Date(0))]);
    expect(await registerPlan(file, entryOf(plan, new Date(2)), { isAnew: true })).toBe(true);
    await Deno.writeTextFile(file, "{}\n", { append: true });
    expect(() => readLedger(file)).toThrow(`${file}:3: it is no plan`);
    await Deno.remove(file);
  });

  it("keeps the plans of recordings that begin at once", async () => {
    const file = await Deno.makeTempFile();
    const plans = [1, 2, 3, 4, 5].map((looks) => planOf({ ...DEMO.config, looks }, DEMO.cases));
    await Promise.all(plans.map((plan) => registerPlan(file, entryOf(plan, new Date(0)))));
    const kept = readLedger(file).map(({ sha256 }) => sha256);
    expect(kept.sort()).toEqual(plans.map(({ sha256 }) => sha256).sort());
    await Deno.remove(file);
  });
});
