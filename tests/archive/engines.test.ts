import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pl from "nodejs-polars";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { householdFolder } from "../../src/archive/layout.ts";
import { writeArchive, writeMonth } from "../../src/archive/write_archive.ts";
import { load } from "../notation.ts";

// Months, metrics and pods with different labels, an absent value, and labels named as columns are.
const SERIES = `
  home:grid:w{pod="a",ain="1 2-1"} 100x3
  home:grid:w{pod="b",ain="1 2-1"} _x4 -50.25 NaN -51.5
  dc_w{pod="a",string="pv1",value="v",month="m"} 1 2 3
  dc_w{pod="a",string="pv2"} 4 5 6
`;
const START = Date.UTC(2025, 0, 31, 23, 58);

let dir: string, connection: DuckDBConnection;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "engines-"));
  await writeArchive(householdFolder(dir, "no. 7"), load(SERIES, { start: START }));
  const record = { selectors: ["dc_w"], from: 0, to: 1, finished: false };
  await writeMonth(householdFolder(dir, "x"), load("dc_w 7"), {
    metric: "dc_w",
    month: "1970-01",
    record,
  });
  connection = await (await DuckDBInstance.create(":memory:")).connect();
});
afterAll(() => {
  connection.closeSync();
  return rm(dir, { recursive: true });
});

const glob = (metric: string) => `${dir}/household=*/metric=${metric}/month=*/data.parquet`;
const sql = async (query: string) => (await connection.runAndReadAll(query)).getRowsJson();
const parquet = (metric: string) =>
  `read_parquet('${glob(metric)}', hive_partitioning = true, union_by_name = true)`;

describe("DuckDB reads an archive as it lies there", () => {
  test("with the folders as columns and the samples to the bit", async () => {
    const rows = await sql(`
      SELECT household, metric, month, ain, pod, epoch_ms(time) AS time, value
      FROM ${parquet("home*")} ORDER BY time`);
    const of = (month: string, pod: string, minute: number, value: number | null) => [
      "no. 7",
      "home:grid:w",
      month,
      "1 2-1",
      pod,
      String(START + minute * 60_000),
      value,
    ];
    expect(rows).toEqual([
      of("2025-01", "a", 0, 100),
      of("2025-01", "a", 1, 100),
      of("2025-02", "a", 2, 100),
      of("2025-02", "a", 3, 100),
      of("2025-02", "b", 4, -50.25),
      of("2025-02", "b", 5, null),
      of("2025-02", "b", 6, -51.5),
    ]);
  });

  test("with all metrics at once, labels that a metric has not being NULL", async () => {
    expect(
      await sql(`SELECT metric, count(*), count(string), count(ain) FROM ${parquet("*")}
      GROUP BY ALL ORDER BY ALL`),
    ).toEqual([["dc_w", "7", "6", "0"], ["home:grid:w", "7", "0", "7"]]);
  });

  test("with types that need no cast", async () => {
    expect(
      await sql(`DESCRIBE SELECT time, pod, value, month, label_month, label_value
      FROM ${parquet("dc_w")}`).then((rows) => rows.map(([name, type]) => [name, type])),
    ).toEqual([
      ["time", "TIMESTAMP WITH TIME ZONE"],
      ["pod", "VARCHAR"],
      ["value", "DOUBLE"],
      ["month", "VARCHAR"],
      ["label_month", "VARCHAR"],
      ["label_value", "VARCHAR"],
    ]);
  });

  test("and reads only the months that a query asks for", async () => {
    const [row] = await sql(`EXPLAIN ANALYZE SELECT sum(value) FROM ${parquet("*")}
      WHERE month = '2025-02' AND metric = 'dc_w'`);
    expect(row!.at(-1)).toMatch(/Scanning Files: 1\/5|Total Files Read: 1\D/);
  });

  test("and finds in the footer how far a file reaches", async () => {
    const file = `${dir}/household=x/metric=dc_w/month=1970-01/data.parquet`;
    expect(
      await sql(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${file}')
      WHERE decode(key) IN ('wattbook.to', 'wattbook.finished') ORDER BY ALL`),
    ).toEqual([
      ["wattbook.finished", "false"],
      ["wattbook.to", "1970-01-01T00:00:00.001Z"],
    ]);
  });
});

describe("Polars scans an archive lazily", () => {
  test("one metric, filtered by folder and by label", async () => {
    const frame = await pl.scanParquet(glob("home*"), { hivePartitioning: true })
      .filter(pl.col("month").eq(pl.lit("2025-02")).and(pl.col("pod").eq(pl.lit("b"))))
      .select("time", "value").collect();
    expect(frame.schema["time"]).toEqual(pl.Datetime("ms", "UTC"));
    expect(frame.getColumn("value").toArray()).toEqual([-50.25, null, -51.5]);
  });
});
