import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { examplesOf } from "../../tests/docs/examples_of.ts";

const folder = await mkdtemp(join(tmpdir(), "examples-"));
afterAll(() => rm(folder, { recursive: true }));
const ROOT = new URL("../", import.meta.url);
const examples = await examplesOf(ROOT, ["src", "replay", "mod.ts"], folder);

test("the documentation has examples", () => {
  expect(examples.length).toBeGreaterThan(150);
});

test.each(examples)("the example of $place runs", ({ run }) => run());
