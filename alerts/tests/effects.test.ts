import { expect, test } from "vitest";
import { runtimeUses } from "../../tests/runtime_uses.ts";

test.each([
  ["src", 150],
  ["replay", 80],
])("nothing else in alerts/%s touches what only Deno offers", (folder, least) => {
  const { files, found } = runtimeUses(new URL(`../${folder}/`, import.meta.url));
  expect(files).toBeGreaterThan(least);
  expect(found).toEqual([]);
});
