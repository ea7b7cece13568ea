import { describe, expect, test } from "vitest";
import { installed } from "../servers/running_server.ts";

const NOTEBOOKS = new URL("../../notebooks/", import.meta.url);
/** Debian's Python: the one that `apt-get install python3-nbconvert` gives its packages to. */
const PYTHON = "/usr/bin/python3";

const names = [...Deno.readDirSync(NOTEBOOKS)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ipynb")).sort();

test("there are notebooks", () => {
  expect(names).not.toEqual([]);
});

interface Cell {
  cell_type: string;
  source: string | string[];
  outputs?: unknown[];
  execution_count?: number | null;
}

function codeCells(text: string): Cell[] {
  const { cells } = JSON.parse(text) as { cells: Cell[] };
  return cells.filter((cell) => cell.cell_type === "code");
}

describe.each(names)("%s", async (name) => {
  const code = codeCells(await Deno.readTextFile(new URL(name, NOTEBOOKS)))
    .map(({ source }) => [source].flat().join("")).join("\n");

  test("imports nothing but the module", () => {
    const imported = [...code.matchAll(/\bfrom\s+["'](.+?)["']|import\(["'](.+?)["']\)/g)]
      .map(([, from, dynamic]) => from ?? dynamic);
    expect(new Set(imported)).toEqual(new Set(["../mod.ts"]));
  });

  test("defines no functions", () => {
    expect(code).not.toMatch(
      /\bfunction\b|\b(const|let|var)\s+\w+\s*=\s*(async\s*)?(\(.*?\)|\w+)\s*=>/,
    );
  });
});

describe.skipIf(!await installed(PYTHON, ["-m", "nbconvert", "--version"]))("in Jupyter", () => {
  test.each(names)("%s runs from top to bottom", async (name) => {
    const directory = await Deno.makeTempDir({ prefix: "wattbook-notebooks-" });
    try {
      await installKernel(directory);
      const { success, stderr } = await new Deno.Command(PYTHON, {
        args: [
          ...["-m", "nbconvert", "--to", "notebook", "--execute"],
          ...["--output-dir", directory, "--output", name, name],
        ],
        cwd: NOTEBOOKS,
        env: {
          JUPYTER_PATH: directory,
          JUPYTER_CONFIG_DIR: `${directory}/config`,
          JUPYTER_RUNTIME_DIR: `${directory}/runtime`,
          IPYTHONDIR: `${directory}/ipython`,
        },
        stdout: "null",
        stderr: "piped",
      }).output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
      const cells = codeCells(await Deno.readTextFile(`${directory}/${name}`));
      expect(cells.map((cell) => cell.execution_count)).toEqual(cells.map((_, index) => index + 1));
      expect(cells.flatMap((cell) => cell.outputs ?? [])).not.toEqual([]);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
});

/** A kernel that is the Deno which runs this test, so that none needs to be installed. */
async function installKernel(directory: string): Promise<void> {
  await Deno.mkdir(`${directory}/kernels/deno`, { recursive: true });
  await Deno.writeTextFile(
    `${directory}/kernels/deno/kernel.json`,
    JSON.stringify({
      argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
      display_name: "Deno",
      language: "typescript",
    }),
  );
}
