import { expect, test } from "vitest";
import { joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { load } from "../notation.ts";
import { openMetrics, victoriaMetricsImport } from "./exposition.ts";

async function text(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join("");
}

const columns = load(
  `
  power_W{ain="12 3-1"} -5 0.25 NaN
  home:autarky:ratio 1
`,
  { start: 1_735_689_600_123, step: 60_000 },
);

test("OpenMetrics has seconds and an end mark, and leaves absent values out", async () => {
  expect(await text(openMetrics([columns]))).toBe(
    `power_W{ain="12 3-1"} -5 1735689600.123
power_W{ain="12 3-1"} 0.25 1735689660.123
home:autarky:ratio 1 1735689600.123
# EOF
`,
  );
});

test("VictoriaMetrics has milliseconds", async () => {
  expect(await text(victoriaMetricsImport([columns]))).toBe(
    `power_W{ain="12 3-1"} -5 1735689600123
power_W{ain="12 3-1"} 0.25 1735689660123
home:autarky:ratio 1 1735689600123
`,
  );
});

test("label values are escaped, infinities spelled as servers do", async () => {
  const odd = joinSeries([{
    labels: { __name__: "x", a: 'quote " slash \\ line\n' },
    time: Float64Array.of(0, 1),
    value: Float64Array.of(Infinity, -Infinity),
  }]);
  expect(await text(victoriaMetricsImport([odd]))).toBe(
    String.raw`x{a="quote \" slash \\ line\n"} +Inf 0` + "\n" +
      String.raw`x{a="quote \" slash \\ line\n"} -Inf 1` + "\n",
  );
});

test("many rows come in pieces, parts may come one after the other", async () => {
  async function* parts(): AsyncGenerator<SeriesColumns> {
    yield load("a 0+1x9999");
    yield await Promise.resolve(load("b 0+1x9999"));
  }
  const pieces = await Array.fromAsync(victoriaMetricsImport(parts()));
  expect(pieces.length).toBeGreaterThan(1);
  const lines = pieces.join("").trimEnd().split("\n");
  expect(lines.length).toBe(20_000);
  expect(lines.at(-1)).toBe("b 9999 599940000");
});

test("a series without a name is refused", async () => {
  await expect(text(openMetrics([load('{a="b"} 1')]))).rejects.toThrow(TypeError);
});
