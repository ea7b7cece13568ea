import { describe, expect, it } from "vitest";
import { namesCause } from "../../../replay/checks/cause/names_cause.ts";
import { heldBackCauses, type PlantedCause, tunedCauses } from "./planted_causes.ts";

/** How many of those that are right (wrong) are taken for that. */
function counted(sentences: readonly PlantedCause[]) {
  const kind = (isRight: boolean) => {
    const all = sentences.filter((one) => one.isRight === isRight);
    const hits = all.filter(({ text, label }) => namesCause(text, label).isNamed === isRight);
    return { n: all.length, hits: hits.length, low: atLeast(hits.length, all.length) };
  };
  return { sensitivity: kind(true), specificity: kind(false) };
}

/** Lower end of the exact 95 % interval (Clopper and Pearson), by bisection of the binomial tail. */
function atLeast(hits: number, n: number): number {
  const tail = (p: number) => {
    let sum = 0, term = (1 - p) ** n;
    for (let k = 0; k <= n; k++) {
      if (k >= hits) sum += term;
      term *= (n - k) / (k + 1) * p / (1 - p);
    }
    return sum;
  };
  let low = 0, high = hits / n;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (tail(middle) > 0.025) high = middle;
    else low = middle;
  }
  return low;
}

describe("the planted sentences", () => {
  it("are many, half of them made by templates, and none that was held back is in both", () => {
    const tuned = tunedCauses(), heldBack = heldBackCauses();
    const all = [...tuned, ...heldBack];
    expect(all.length).toBeGreaterThanOrEqual(300);
    const made = all.filter(({ by }) => by === "template").length;
    expect(made / all.length).toBeGreaterThan(0.4);
    expect(made / all.length).toBeLessThan(0.6);
    const known = new Set(tuned.map(({ text }) => text));
    expect(heldBack.filter(({ text }) => known.has(text))).toEqual([]);
  });

  it("that were held back are understood as often as the documentation says", () => {
    const { sensitivity, specificity } = counted(heldBackCauses());
    expect(sensitivity).toMatchObject({ n: 84, hits: 78 });
    expect(specificity).toMatchObject({ n: 84, hits: 74 });
    expect(sensitivity.low).toBeGreaterThan(0.85);
    expect(specificity.low).toBeGreaterThan(0.79);
  });

  it("that the rules were tuned on are nearly all understood", () => {
    const { sensitivity, specificity } = counted(tunedCauses());
    expect(sensitivity.hits / sensitivity.n).toBeGreaterThan(0.97);
    expect(specificity.hits / specificity.n).toBeGreaterThan(0.98);
  });
});

describe("a denial", () => {
  const label = { cause: [["OOMKilled"]], distractors: [["DNS"]] };

  it("counts also behind the word", () => {
    expect(namesCause("OOMKilled is ruled out by exit code 1, it is DNS", label)).toEqual({
      isNamed: false,
      lacks: ["OOMKilled"],
      distractor: "DNS",
    });
  });

  it("is none where something is lacking", () => {
    expect(namesCause("There is no memory limit headroom left", label).isNamed).toBe(true);
  });
});

describe("a name", () => {
  const isNamed = (text: string, ...cause: string[][]) =>
    namesCause(text, { cause, distractors: [] }).isNamed;

  it("that is not found is missing, a failure that is not found is denied", () => {
    const label = [["holidays-2027"]];
    expect(isNamed("The config map holidays-2027 was not found", label[0]!)).toBe(true);
    expect(isNamed("A deadlock was not found", ["deadlock"])).toBe(false);
  });

  it("of the same form is another thing", () => {
    const label = [["disk full"], ["db-01"]];
    expect(isNamed("The disk of db-01 is full", ...label)).toBe(true);
    expect(isNamed("The disk of db-02 is full, and db-01 only mounts it", ...label)).toBe(false);
    expect(isNamed("db-01 is slow. The disk of db-02 is full", ...label)).toBe(false);
  });

  it("is met by its words in any form and order, but not across a denial", () => {
    expect(isNamed("Its pool has been exhausted by a report", ["pool exhausted"])).toBe(true);
    expect(isNamed("A report exhausts the whole pool", ["pool exhausted"])).toBe(true);
    expect(isNamed("The pool was never exhausted", ["pool exhausted"])).toBe(false);
  });
});

describe("a manner", () => {
  it("alone does not say what failed", () => {
    const label = { cause: [["NFS"]], distractors: [["CPU is overloaded"]] };
    const found = namesCause("NFS hangs, and waiting processes count as load", label);
    expect(found).toEqual({ isNamed: true, lacks: [] });
  });
});
