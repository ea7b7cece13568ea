import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { howMany, someOf } from "./how_many.ts";

const before = Deno.env.get("CI");
afterEach(() => before === undefined ? Deno.env.delete("CI") : Deno.env.set("CI", before));

describe("in CI", () => {
  beforeEach(() => Deno.env.set("CI", "true"));

  test("everything runs", () => {
    expect(howMany(200, 30)).toBe(200);
    expect(someOf(["a", "b", "c"], 1)).toEqual(["a", "b", "c"]);
  });
});

describe("elsewhere", () => {
  beforeEach(() => Deno.env.delete("CI"));

  test("less runs", () => expect(howMany(200, 30)).toBe(30));

  test.each([1, 2, 7, 28])("%i of 28 cases are spread over the list", (here) => {
    const all = Array.from({ length: 28 }, (_, index) => index), some = someOf(all, here);
    expect(some).toHaveLength(here);
    expect(some[0]).toBe(0);
    const gaps = some.slice(1).map((index, i) => index - some[i]!);
    for (const gap of gaps) expect(gap).toBe(28 / here);
  });
});
