import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readJsonFile } from "../src/json_file.ts";

const folder = await mkdtemp(join(tmpdir(), "json-"));
afterAll(() => rm(folder, { recursive: true }));
const TARIFF = { code: "BAD_TARIFF", what: "tariff", page: "docs/money.md" } as const;

test("a folder is named as one, with a file to name instead", async () => {
  await expect(readJsonFile(folder, TARIFF)).rejects.toMatchObject({
    code: "BAD_TARIFF",
    message: `The tariff file '${folder}' is a folder`,
    hint: `Name a file in it, such as ${join(folder, "tariff.json")}.`,
  });
  const absent = join(folder, "none.json");
  await expect(readJsonFile(absent, TARIFF)).rejects.toThrow(`'${absent}' does not exist`);
});
