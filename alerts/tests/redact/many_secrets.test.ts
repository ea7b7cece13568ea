import { expect, test } from "vitest";
import { Redactor } from "../../src/redact/redactor.ts";

/** More than a function may have arguments. */
const MANY = 150_000;

test("hides more secrets of one manifest than a function may have arguments", () => {
  const pairs = Array.from({ length: MANY }, (_, index) => `"k":"v${index}"`).join(",");
  const { text, findings } = new Redactor().redact(`{"kind":"Secret","data":{${pairs}}}`);
  expect(findings).toHaveLength(MANY);
  expect(text).not.toMatch(/"v\d/);
});

test("hides more cells of one table than a function may have arguments", () => {
  const columns = 60, rows = MANY / columns;
  const header = Array.from({ length: columns }, () => "password").join(",");
  const cells = Array.from(
    { length: rows },
    (_, row) => Array.from({ length: columns }, (_, column) => `x${row}y${column}zQ`).join(","),
  );
  const { text, findings } = new Redactor().redact([header, ...cells].join("\n"));
  expect(findings).toHaveLength(MANY);
  expect(text).not.toMatch(/x\d+y\d/);
});
