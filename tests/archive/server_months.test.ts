import { expect, test } from "vitest";
import {
  addMonths,
  lookUpMonths,
  missingMonths,
  searchBack,
} from "../../src/archive/server_months.ts";
import { selector } from "../../src/selector.ts";

test("lookUpMonths() names the metrics of a month", async () => {
  const up = { metric: "up", selectors: [selector("up")] };
  const series = () => Promise.resolve({ items: [{ __name__: "up" }], notices: [] });
  const months = await lookUpMonths({ series }, new Map([["2025-01", [up]]]));
  expect(months.get("2025-01")?.has("up")).toBe(true);
});

test("searchBack() ends on an empty server", async () => {
  const up = { metric: "up", selectors: [selector("up")] };
  const series = () => Promise.resolve({ items: [], notices: [] });
  expect([...await searchBack({ series }, [up], "2025-01")]).toEqual([]);
});

test("searchBack() ends where the server ignores the range", async () => {
  const up = { metric: "up", selectors: [selector("up")] };
  let lookUps = 0;
  const series = () => {
    if (++lookUps > 1000) throw new Error("without end");
    return Promise.resolve({ items: [{ __name__: "up" }], notices: [] });
  };
  await expect(searchBack({ series }, [up], "2025-01")).rejects.toMatchObject({
    code: "BAD_ANSWER",
    message: expect.stringContaining("ignore the time range"),
    hint: expect.stringContaining("--from"),
  });
  expect(lookUps).toBeLessThan(400);
});

test("addMonths() crosses a year", () => {
  expect(addMonths("2025-01", -1)).toBe("2024-12");
});

test("missingMonths() begins where asked to", async () => {
  const series = () => Promise.resolve({ items: [{ __name__: "up" }], notices: [] });
  const up = { metric: "up", selectors: [], months: new Map(), damaged: new Map() };
  const months = await missingMonths({ series }, [up], {
    from: Date.UTC(2025, 0),
    last: "2025-02",
  });
  expect([...months.keys()]).toEqual(["2025-01", "2025-02"]);
});

test("missingMonths() of an archive with a single file looks up the months without one, no others", async () => {
  const asked: string[] = [];
  const series = (_: unknown, { range }: { range?: { start: number } } = {}) => {
    asked.push(new Date(range!.start).toISOString().slice(0, 7));
    return Promise.resolve({ items: [{ __name__: "up" }], notices: [] });
  };
  const up = {
    metric: "up",
    selectors: [selector("up")],
    months: new Map([["2025-01", null]]),
    damaged: new Map(),
  };
  const months = await missingMonths({ series }, [up], { last: "2025-03" });
  expect([...months.keys()]).toEqual(["2025-02", "2025-03"]);
  expect(asked.sort()).toEqual(["2025-02", "2025-03"]);
});

test("missingMonths() looks for a metric that was never there in the last two months only", async () => {
  const asked: string[] = [];
  const series = (_: unknown, { range }: { range?: { start: number } } = {}) => {
    asked.push(new Date(range!.start).toISOString().slice(0, 7));
    return Promise.resolve({ items: [], notices: [] });
  };
  const months = Array.from({ length: 6 }, (_, m) => [`2025-0${m + 1}`, null] as const);
  const metric = (name: string, months: readonly (readonly [string, null])[]) => (
    { metric: name, selectors: [selector(name)], months: new Map(months), damaged: new Map() }
  );
  await missingMonths({ series }, [metric("up", months), metric("soc", [])], {
    last: "2025-06",
    searched: new Set(["soc"]),
  });
  expect(asked.sort()).toEqual(["2025-05", "2025-06"]);
});
