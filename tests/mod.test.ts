import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as wattbook from "../mod.ts";

const names = Object.keys(wattbook);

test("the root exports few values", () => {
  expect(names).toContain("openHousehold");
  expect(names.length).toBeLessThanOrEqual(30);
});

test("each of them is used in a notebook or on a page", async () => {
  const texts = await Promise.all(
    ["notebooks", "docs"].map(async (folder) => {
      const files = (await readdir(folder)).filter((name) => /\.(md|ipynb)$/.test(name));
      return await Promise.all(files.map((name) => readFile(`${folder}/${name}`, "utf8")));
    }),
  );
  const text = texts.flat().join("\n");
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
