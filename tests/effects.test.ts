import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { environment, lockFile, standardOutputs, thisProcess } from "../src/effects.ts";
import { runtimeUses } from "./runtime_uses.ts";

test("nothing else in src/ touches what only Deno offers", () => {
  const { files, found } = runtimeUses(new URL("../src/", import.meta.url));
  expect(files).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("standardOutputs() knows how wide each is", () => {
  const { stdout, stderr } = standardOutputs();
  expect([stdout.columns > 0, stderr.columns > 0]).toEqual([true, true]);
});

test("the process has an identifier, an environment and arguments", () => {
  expect(thisProcess.id()).toBe(Deno.pid);
  expect(environment.get("WATTBOOK_NOT_SET")).toBeUndefined();
  expect(thisProcess.args()).toBeInstanceOf(Array);
});

test("lockFile() is for one at a time, and keeps what was last written", async () => {
  const path = await Deno.makeTempFile();
  {
    using file = await lockFile(path);
    await file!.write("a longer text");
    await file!.write("short");
    expect(readFileSync(path, "utf8")).toContain("short");
    expect(await lockFile(path)).toBeNull();
  }
  using again = await lockFile(path);
  expect(again).not.toBeNull();
  await Deno.remove(path);
});
