import { expect, test } from "vitest";
import { labelled, writeNotices } from "../../src/terminal/labelled.ts";
import { capture } from "./capture.ts";

const TEXT = "The inverter was silent on three days, so their yield is too low.";

test("a terminal gets lines between words, below their label", async () => {
  const output = capture({ isTerminal: true, columns: 40 });
  await writeNotices([TEXT, "Short."], output);
  expect(output.text).toBe(`\
notice: The inverter was silent on three
        days, so their yield is too low.
notice: Short.
`);
});

test("a pipe gets each sentence in one line", async () => {
  const output = capture({ columns: 40 });
  await writeNotices([TEXT], output);
  expect(output.text).toBe(`notice: ${TEXT}\n`);
});

test("lines of a message stay lines, and only the label is coloured", () => {
  const output = capture({ isTerminal: true, columns: 40 });
  expect(labelled("error:", "Wrong:\n  a key", output, (label) => `<${label}>`))
    .toBe("<error:> Wrong:\n       a key\n");
});
