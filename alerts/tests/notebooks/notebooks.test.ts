import { expect, test } from "vitest";
import { notebookNames } from "../../../tests/notebooks/notebook.ts";
import { testNotebooks } from "../../../tests/notebooks/test_notebooks.ts";

const FOLDER = new URL("../../notebooks/", import.meta.url);

test("there is the notebook that the READMEs name", async () => {
  const names = notebookNames(FOLDER);
  expect(names).toHaveLength(1);
  for (const readme of ["../README.md", "../../README.md"]) {
    const text = await Deno.readTextFile(new URL(readme, FOLDER));
    for (const name of names) expect(text).toContain(`notebooks/${name}`);
  }
});

testNotebooks(FOLDER);
