import { parquetMetadata } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { encodeParquet } from "../../src/archive/encode_parquet.ts";
import { badFile, constantLabels, extentByFooter, footerIn } from "../../src/archive/footer.ts";
import { load } from "../notation.ts";

const footerOf = (bytes: Uint8Array) => parquetMetadata(new Uint8Array(bytes).buffer);
const constant = (notation: string) => constantLabels(footerOf(encodeParquet(load(notation))));

describe("constantLabels()", () => {
  test("names what all series share, and nothing in which they differ or which some lack", () => {
    expect(constant(`
      w{job="x",pod="a"} 1x5
      w{job="x",pod="b",ain="1"} 1x5
    `)).toEqual({ job: "x" });
  });

  test("knows whether a text is the same to its end, unless it is very long", () => {
    const pods = (start: string, ends: string[]) =>
      constant(ends.map((end) => `w{job="x",pod="${start}${end}"} 1`).join("\n"));
    const name = "gridbox-exporter-7c9f-production-";
    expect(pods(name, ["1"])).toEqual({ job: "x", pod: `${name}1` });
    expect(pods(name, ["1", "2"])).toEqual({ job: "x" });
    expect(pods(name.repeat(9), ["1"])).toEqual({ job: "x" });
    expect(pods(name.repeat(9), ["1", "2"])).toEqual({ job: "x" });
  });

  test("compares the row groups of a file", () => {
    const text = (name: string, data: (string | null)[]) => ({
      name,
      data,
      type: "STRING" as const,
      nullable: true,
    });
    const bytes = parquetWriteBuffer({
      columnData: [
        text("same", ["a", "a", "a", "a"]),
        text("other", ["a", "a", "b", "b"]),
        text("absent", [null, null, null, null]),
        text("late", [null, null, "a", "a"]),
        text("early", ["a", "a", null, null]),
        { name: "number", data: [7, 7, 7, 7], type: "DOUBLE" },
      ],
      rowGroupSize: 2,
    });
    const footer = parquetMetadata(bytes);
    expect(footer.row_groups).toHaveLength(2);
    expect(constantLabels(footer)).toEqual({ same: "a", absent: null });
  });

  test("takes nothing for told that a footer does not tell", () => {
    const footer = footerOf(encodeParquet(load(`w{job="x"} 1x5`)));
    for (const group of footer.row_groups) {
      for (const { meta_data } of group.columns) delete meta_data!.statistics;
    }
    expect(constantLabels(footer)).toEqual({});
    expect(constantLabels({ ...footer, row_groups: [] })).toEqual({});
  });
});

test("footerIn() refuses what is not Parquet", async () => {
  await expect(footerIn(new Uint8Array(9), "a.parquet"))
    .rejects.toMatchObject({ code: "BAD_ARCHIVE" });
});

test("extentByFooter() is null without rows", () => {
  expect(extentByFooter({ row_groups: [], num_rows: 0n })).toBe(null);
});

test("badFile() names the file", () => {
  const error = badFile("a/data.parquet", "is damaged");
  expect(error.code).toBe("BAD_ARCHIVE");
  expect(error.message).toBe("'a/data.parquet' is damaged");
});
