import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContextItem } from "../../src/context/context_item.ts";
import { fitContext } from "../../src/context/fit_context.ts";

const item = (id: string, data: unknown): ContextItem =>
  ({ id, kind: "logs", title: "Log", query: "q", time: 0, duration: 1, data }) as ContextItem;

test("a context that fits stays as it is", () => {
  const context = [item("L1", "a"), item("L2", { b: [1] })];
  expect(fitContext(context)).toEqual(context);
});

test("whatever there is, the data fit, and no more is left out than needed", () => {
  fc.assert(fc.property(fc.array(fc.nat(5_000)), (lengths) => {
    const context = lengths.map((length, at) => item(`L${at}`, "x".repeat(length)));
    const fitted = fitContext(context, 8_000);
    expect(fitted.map(({ id }) => id)).toEqual(context.map(({ id }) => id));
    const kept = fitted.filter(({ error }) => error === undefined);
    const size = (items: readonly ContextItem[]) =>
      items.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
    expect(size(kept)).toBeLessThanOrEqual(8_000);
    const out = context.filter(({ id }) => !kept.some((one) => one.id === id));
    if (out.length > 0) {
      const shortest = out.toSorted((a, b) => size([a]) - size([b]))[0]!;
      expect(size([...kept, shortest])).toBeGreaterThan(8_000);
      for (const one of kept) expect(size([one])).toBeLessThanOrEqual(size([shortest]));
    }
    for (const { error, data } of fitted) {
      if (error !== undefined) expect([error.slice(0, 8), data]).toEqual(["left out", undefined]);
    }
  }));
});
