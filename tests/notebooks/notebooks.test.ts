import { expect, test } from "vitest";
import { notebookNames, NOTEBOOKS } from "./notebook.ts";
import { testNotebooks } from "./test_notebooks.ts";

test("there are the eight notebooks that the README names", async () => {
  const names = notebookNames();
  expect(names).toHaveLength(8);
  const readme = await Deno.readTextFile(new URL("../README.md", NOTEBOOKS));
  for (const name of names) expect(readme).toContain(`notebooks/${name}`);
});

testNotebooks(NOTEBOOKS);
