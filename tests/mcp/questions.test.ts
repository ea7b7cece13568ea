import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { connectTo, demoAt, textOf } from "./connect.ts";
import { QUESTIONS } from "./questions.ts";
import { readTruth, type Truth } from "./truth.ts";

// The first question about a year reads all of it, on a busy machine in half a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FOLDERS = { demo: "data/fixtures/demo", battery: "data/fixtures/demo-battery" } as const;
const truths = new Map<string, Truth>();
/** One house per clock, so that each month is read once for all questions. */
const clients = new Map<string, Promise<Client>>();

function clientOf(house: "demo" | "battery", today: string | undefined): Promise<Client> {
  const key = `${house} ${today}`, found = clients.get(key);
  if (found) return found;
  const household = demoAt(house === "demo" ? true : house, today);
  const client = connectTo(() => household);
  clients.set(key, client);
  return client;
}

/** The value at a path such as `rows.3.1`. */
function at(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    data,
  );
}

beforeAll(async () => {
  for (const [house, folder] of Object.entries(FOLDERS)) {
    truths.set(house, await readTruth(folder));
  }
});

test("there are fifty questions, each with something that must hold", () => {
  expect(QUESTIONS).toHaveLength(50);
  expect(new Set(QUESTIONS.map(({ ask, house }) => house + ask)).size).toBeGreaterThan(48);
  for (const { values = [], exact = {} } of QUESTIONS) {
    expect(values.length + Object.keys(exact).length).toBeGreaterThan(0);
  }
});

describe("a question is answered", () => {
  test.each(QUESTIONS)(
    "$ask",
    async ({ house, today, tool, args, range, values = [], exact = {}, caveats, tokens }) => {
      const client = await clientOf(house, today), truth = truths.get(house)!;
      const result = await client.callTool({ name: tool, arguments: args });
      const text = textOf(result), data = JSON.parse(text);
      if (result.isError) expect(data).toHaveProperty("hint");
      else expect(result.structuredContent).toEqual(data);
      if (range) {
        const { from, to, days } = data.period;
        expect([from, to, days]).toEqual(range);
      }
      for (const { path, true: trueValue, within } of values) {
        const value = at(data, path), right = trueValue(truth);
        expect(value, path).toBeTypeOf("number");
        expect(Math.abs((value as number) - right), `${path}: ${value}, true ${right}`)
          .toBeLessThanOrEqual(within);
        // The band holds the truth, give or take the rounding of its ends.
        const band = path.endsWith(".kwh") ? at(data, path.replace(/\.kwh$/, "")) : undefined;
        const { low, high } = (band ?? {}) as { low?: number; high?: number };
        if (low !== undefined && high !== undefined) {
          expect(right, path).toBeGreaterThanOrEqual(low - 0.006);
          expect(right, path).toBeLessThanOrEqual(high + 0.006);
        }
      }
      for (const [path, value] of Object.entries(exact)) {
        expect(at(data, path), path).toEqual(value);
      }
      if (!result.isError) {
        const codes = (data.caveats as { code: string; text: string }[]).map(({ code }) => code);
        expect(codes).toEqual(expect.arrayContaining(["simulated", ...caveats ?? []]));
      }
      expect(countTokens(text)).toBeLessThanOrEqual(tokens);
    },
  );
});
