import { describe, expect, test } from "vitest";
import { installed } from "../servers/running_server.ts";
import { executeNotebook, notebookNames, PYTHON, readNotebook } from "./execute.ts";

const names = notebookNames();
const canExecute = await installed(PYTHON, ["-m", "nbconvert", "--version"]);

test("there are notebooks", () => {
  expect(names).not.toEqual([]);
});

describe.each(names)("%s", async (name) => {
  const { cells } = await readNotebook(name);
  const code = cells.filter((cell) => cell.cell_type === "code");
  const text = code.map(({ source }) => [source].flat().join("")).join("\n");

  test("imports nothing but the module", () => {
    const imported = [...text.matchAll(/\bfrom\s+["'](.+?)["']|import\(["'](.+?)["']\)/g)]
      .map(([, from, dynamic]) => from ?? dynamic);
    expect(new Set(imported)).toEqual(new Set(["../mod.ts"]));
  });

  test("defines no functions", () => {
    expect(text).not.toMatch(
      /\bfunction\b|\b(const|let|var)\s+\w+\s*=\s*(async\s*)?(\(.*?\)|\w+)\s*=>/,
    );
  });

  test.skipIf(!canExecute)("runs from top to bottom and shows what is committed", async () => {
    const { cells: executedCells } = await executeNotebook(name, {
      enough: ({ cells: now }) => now.every((cell, index) => count(cell) >= count(cells[index]!)),
    });
    const executed = executedCells.filter((cell) => cell.cell_type === "code");
    expect(executed.map((cell) => cell.execution_count))
      .toEqual(executed.map((_, index) => index + 1));
    expect(executed.map(shown), "commit the outputs of `deno task notebooks`")
      .toEqual(code.map(shown));
  });
});

const count = ({ outputs = [] }: { outputs?: unknown[] }) => outputs.length;

/** Outputs with each text in one piece: a file may hold it as lines. */
function shown({ outputs = [] }: { outputs?: unknown[] }): unknown {
  return JSON.parse(
    JSON.stringify(
      outputs,
      (_, value) =>
        Array.isArray(value) && value.every((one) => typeof one === "string")
          ? value.join("")
          : value,
    ),
  );
}
