import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Only comments may name what is Deno's own elsewhere. */
const COMMENT = /^\s*(\*|\/\/|\/\*)/;
const SRC = new URL("../src/", import.meta.url);

test("nothing else in alerts/src touches what only Deno offers", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== "effects.ts");
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((name) =>
    readFileSync(new URL(name, SRC), "utf8").split("\n")
      .filter((line) => !COMMENT.test(line) && /\bDeno\.|["']node:process["']/.test(line))
      .map((line) => `${name}: ${line.trim()}`)
  );
  expect(found).toEqual([]);
});
