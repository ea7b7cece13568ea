import pico from "picocolors";
import { describe, expect, test } from "vitest";
import { alignedTable } from "../../src/terminal/aligned_table.ts";

const columns = [{ width: 8, align: "left" as const }, { width: 6 }, { width: 6 }];

describe("alignedTable()", () => {
  test("aligns names to the left, figures to the right, and leaves no white space at the end", () => {
    expect(alignedTable(columns, [["Day", "kWh", ""], ["1 June", "3.92", "–"]])).toBe(
      "Day        kWh\n1 June    3.92     –",
    );
  });

  test("measures what is seen, not the escapes of colours", () => {
    const { red } = pico.createColors(true);
    const plain = alignedTable(columns, [["a", "1", "2"]]);
    expect(alignedTable(columns, [["a", red("1"), "2"]])).toBe(plain.replace("1", red("1")));
  });

  test("lays a rule across all columns", () => {
    const rule = "─".repeat(20);
    expect(
      alignedTable(columns, [["a", "1", "2"], { across: rule }, ["b", "3", "4"]]).split("\n")[1],
    )
      .toBe(rule);
  });

  test("measures columns of a terminal, of which an ideograph takes two", () => {
    expect(alignedTable(columns, [["壁箱", "1", "2"], ["ab", "1", "2"]])).toBe(
      "壁箱         1     2\nab           1     2",
    );
  });

  test("leaves a figure whole that is wider than its column", () => {
    expect(alignedTable(columns, [["a", "1234567.89", "2"]])).toBe("a       1234567.89     2");
  });
});
