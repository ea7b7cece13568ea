import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const CODE = /^ +(?:\| "([A-Z_]+)"|readonly ([A-Z_]+): true)/gm;

describe.each([
  ["src/errors.ts", ["src/**/*.{ts,tsx}"]],
  ["alerts/src/errors.ts", ["alerts/{src,replay}/**/*.{ts,tsx}"]],
])("each code of %s", (declaration, code) => {
  const codes = [...readFileSync(declaration, "utf8").matchAll(CODE)].map(([, ours, theirs]) =>
    ours ?? theirs!
  );
  const sources = globSync(code).filter((file) => file !== declaration)
    .map((file) => readFileSync(file, "utf8")).join("\n");

  test("is used beside it", () => {
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
  });
});
