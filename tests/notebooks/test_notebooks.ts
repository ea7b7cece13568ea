/**
 * What every notebook of the project must be.
 *
 * @module
 */

import { decode, type DecodedPng } from "fast-png";
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { installed } from "../servers/running_server.ts";
import { executeNotebook, PYTHON } from "./execute.ts";
import { type Cell, codeCells, codeOf, notebookNames, readNotebook, textOf } from "./notebook.ts";

const canExecute = await installed(PYTHON, ["-m", "nbconvert", "--version"]);

/** A code host shows larger ones late or not at all. [bytes] */
const LARGEST = 500_000;

/** Tests every notebook of a folder, as it is committed and as it runs. */
export function testNotebooks(folder: URL): void {
  const names = notebookNames(folder);

  describe.each(names)("%s", async (name) => {
    const notebook = await readNotebook(name, folder);
    const code = codeCells(notebook), text = codeOf(notebook);

    test("imports nothing but the module", () => {
      const imported = [...text.matchAll(/^import\b[^"']*["'](.+?)["']/gm)].map(([, from]) => from);
      expect(imported).toEqual(["../mod.ts"]);
      expect(text).not.toMatch(/\bimport\(|\brequire\(/);
    });

    test("imports what it uses, and nothing else", () => {
      const [, list = ""] = /import \{(.+?)\} from/s.exec(text) ?? [];
      const rest = text.replace(/import \{.+?\} from/s, "");
      const unused = list.split(",").map((one) => one.trim()).filter((one) => one !== "")
        .filter((one) => !new RegExp(`\\b${one}\\b`).test(rest));
      expect(unused).toEqual([]);
    });

    test("defines no functions", () => {
      expect(text).not.toMatch(
        /\bfunction\b|\bclass\s+\w+\s*\{|\b(const|let|var)\s+\w+\s*=\s*(async\s*)?(\(.*?\)|\w+)\s*=>/,
      );
    });

    test("is small, and shows pictures that every viewer shows", async () => {
      expect((await Deno.stat(new URL(name, folder))).size).toBeLessThan(LARGEST);
      for (const output of code.flatMap(({ outputs = [] }) => outputs)) {
        const { output_type, data = {}, text } = output;
        if (output_type === "stream") {
          // Without a server a notebook shows the demo, which says so.
          expect([text].flat().join("")).toMatch(
            /^This is the simulated demo household, not yours/,
          );
          continue;
        }
        expect(output_type).toBe("execute_result");
        // Viewers do not show an SVG of a notebook that their reader has not run.
        expect(Object.keys(data)).not.toContain("image/svg+xml");
        expect([data["text/plain"]].flat().join(""), "what no person wants to read")
          .not.toMatch(/^$|\[object |^\{|^\[|undefined|NaN/);
      }
    });

    test("links to files that are there", async () => {
      const prose = notebook.cells.filter(({ cell_type }) => cell_type === "markdown").map(textOf);
      const links = [...prose.join("\n").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => to!);
      for (const link of links) await Deno.stat(new URL(link, folder));
    });
  });

  // Two at once, as the project's configuration says.
  describe.skipIf(!canExecute)("runs from top to bottom and shows what is committed", () => {
    test.concurrent.for(names)("%s", async (name, { expect }) => {
      const executed = codeCells(await executeNotebook(name, folder));
      expect(executed.map((cell) => cell.execution_count))
        .toEqual(executed.map((_, index) => index + 1));
      const committed = codeCells(await readNotebook(name, folder));
      expect(executed.map(shown), "commit the outputs of `deno task notebooks`")
        .toEqual(committed.map(shown));
      const pictures = executed.flatMap(picturesOf);
      expect(pictures).toHaveLength(committed.flatMap(picturesOf).length);
      committed.flatMap(picturesOf).forEach((picture, index) => {
        expect(
          difference(picture, pictures[index]!),
          "commit the pictures of `deno task notebooks`",
        )
          .toBeLessThan(ROUNDING);
      });
    });
  });
}

/**
 * How far a red, green or blue may be off: processors round differently where a picture is
 * rasterised. A line that moves is off by more. [0–255]
 */
const ROUNDING = 24;

/** Outputs with each text in one piece: a file may hold it as lines. Pictures are left out. */
function shown({ outputs = [] }: Cell): unknown {
  return JSON.parse(
    JSON.stringify(outputs, (key, value) => {
      if (key === "image/png") return "a picture";
      return Array.isArray(value) && value.every((one) => typeof one === "string")
        ? value.join("")
        : value;
    }),
  );
}

function picturesOf({ outputs = [] }: Cell): DecodedPng[] {
  return outputs.flatMap(({ data }) => {
    const png = [data?.["image/png"] ?? []].flat().join("");
    return png === "" ? [] : [decode(Buffer.from(png, "base64"))];
  });
}

/** The greatest difference of any pixel; 255 if the pictures are not of one size. [0–255] */
function difference(a: DecodedPng, b: DecodedPng): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let most = 0;
  for (let pixel = 0; pixel < a.data.length; pixel++) {
    const [one, other] = [a, b].map(({ data, palette }) => palette![data[pixel]!]!);
    one!.forEach((value, channel) => {
      most = Math.max(most, Math.abs(value - other![channel]!));
    });
  }
  return most;
}
