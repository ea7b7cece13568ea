import { describe, expect, test, vi } from "vitest";
import { Budget, MemoryLedger } from "../../src/llm/budget.ts";
import { costOf } from "../../src/llm/prices.ts";

const NOON = Date.UTC(2026, 10, 21, 12), NIGHT = Date.UTC(2026, 10, 22);

describe("Budget", () => {
  test("without limits allows everything, and keeps count", () => {
    const ledger = new MemoryLedger();
    const budget = new Budget({ ledger }, () => NOON);
    budget.allow({ tokens: 1e9, usd: 1e9 })!.spend({ tokens: 5, usd: 0.5 });
    budget.allow({ tokens: 1, usd: 0 })!.spend({ tokens: 1, usd: 0.25 });
    expect(ledger.on(NOON)).toEqual({ tokens: 6, usd: 0.75 });
  });

  test("counts what may be spent right now", () => {
    const budget = new Budget({ dailyTokens: 100 }, () => NOON);
    const one = budget.allow({ tokens: 60, usd: 0 })!;
    expect(budget.allow({ tokens: 50, usd: 0 })).toBeNull();
    one.spend({ tokens: 40, usd: 0 });
    const two = budget.allow({ tokens: 60, usd: 0 })!;
    expect(budget.allow({ tokens: 1, usd: 0 })).toBeNull();
    two.spend(two.most);
    expect(budget.allow({ tokens: 1, usd: 0 })).toBeNull();
  });

  test("limits the cost", () => {
    const budget = new Budget({ dailyUsd: 1 }, () => NOON);
    budget.allow({ tokens: 1, usd: 0.9 })!.spend({ tokens: 1, usd: 0.7 });
    expect(budget.allow({ tokens: 1, usd: 0.4 })).toBeNull();
    budget.allow({ tokens: 1, usd: 0.2 })!.spend({ tokens: 1, usd: 0.3 });
    expect(budget.allow({ tokens: 1, usd: 0 })).toBeNull();
  });

  test.each([{ dailyTokens: 0 }, { dailyUsd: 0 }])("%j allows nothing", (options) => {
    expect(new Budget(options, () => NOON).allow({ tokens: 1, usd: 0 })).toBeNull();
  });

  test("counts what its ledger could not write, and writes it with the next", () => {
    const ledger = new MemoryLedger();
    const add = vi.spyOn(ledger, "add").mockImplementationOnce(() => {
      throw new Error("database or disk is full");
    });
    const budget = new Budget({ dailyTokens: 10, ledger }, () => NOON);
    budget.allow({ tokens: 9, usd: 0 })!.spend({ tokens: 7, usd: 0.5 });
    expect(budget.allow({ tokens: 4, usd: 0 })).toBeNull();
    budget.allow({ tokens: 2, usd: 0 })!.spend({ tokens: 1, usd: 0.25 });
    expect(ledger.on(NOON)).toEqual({ tokens: 8, usd: 0.75 });
    expect(add).toHaveBeenCalledTimes(2);
  });

  test("begins anew at midnight, UTC", () => {
    let now = NIGHT - 1;
    const budget = new Budget({ dailyTokens: 10 }, () => now);
    budget.allow({ tokens: 10, usd: 0 })!.spend({ tokens: 10, usd: 0 });
    expect(budget.allow({ tokens: 10, usd: 0 })).toBeNull();
    now = NIGHT;
    expect(budget.allow({ tokens: 10, usd: 0 })).not.toBeNull();
  });
});

describe("costOf()", () => {
  const used = { input: 1e6, output: 1e6 };
  test.each([
    ["claude-sonnet-5-5", 12],
    ["anthropic/claude-sonnet-5-5", 12],
    ["claude-haiku-4-5-20251001", 6],
    ["claude-haiku-5-5", 3],
    ["claude-sonnet-5", undefined],
    ["openai/gpt", undefined],
  ])("%s: %s", (model, usd) => expect(costOf(model, used, NOON)).toBe(usd));

  test("a short prompt costs less with some", () => {
    expect(costOf("claude-haiku-5-5", { input: 100_000, output: 0 }, NOON)).toBeCloseTo(0.01, 12);
  });

  test("takes the price of the day", () => {
    const prices = [
      { model: "m", from: "2026-11-22", input: 3, output: 0 },
      { model: "m", from: "2026-11-21", input: 2, output: 0 },
    ];
    const cost = (at: number) => costOf("m", used, at, prices);
    expect([cost(NOON), cost(NIGHT), cost(0)]).toEqual([2, 3, 2]);
  });
});
