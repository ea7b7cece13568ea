/**
 * From the bytes of an answer to columns: our decoder against `JSON.parse`.
 *
 * @module
 */

import type { Samples } from "../src/columns.ts";
import { Decoder } from "../src/client/decode.ts";
import { type Comparison, type Goal, type Report, toRow } from "./benchmark.ts";
import { interleave, timed } from "./interleave.ts";
import { month } from "./month.ts";

/** What a socket gives at once. [bytes] */
const CHUNK = 65_536;

/** Measures decoding. */
export async function decode(): Promise<Report> {
  const decimals = await compare("decimals"), doubles = await compare("doubles");
  return {
    title: "decode: an answer with 172,800 samples, on one core",
    comparisons: [decimals.comparison, doubles.comparison],
    goals: [
      faster("2 and 3 decimals, JSON.parse takes", decimals.ratio, 8),
      faster("full doubles, JSON.parse takes", doubles.ratio, 4),
      {
        claim: "2 and 3 decimals",
        measured: decimals.rate,
        bound: { atLeast: 1 },
        unit: "GB/s",
      },
    ],
  };
}

async function compare(
  digits: "decimals" | "doubles",
): Promise<{ comparison: Comparison; ratio: number; rate: number }> {
  const body = answer(month(digits));
  expectSame(decodeChunks(body), parse(body));
  const { ours, whole, parsed } = await interleave({
    ours: timed(() => decodeChunks(body)),
    whole: timed(() => decodeChunks(body, body.length)),
    parsed: timed(() => parse(body)),
  }, { rounds: 30, warmup: 5 });
  const row = (contender: string, figures: readonly number[]) =>
    toRow(contender, figures, `${rate(Math.min(...figures)).toFixed(2)} GB/s`);
  const rate = (milliseconds: number) => body.length / milliseconds / 1e6;
  const caption = digits === "decimals" ? "2 and 3 decimals" : "full doubles";
  return {
    comparison: {
      caption: `${caption}, ${(body.length / 1e6).toFixed(1)} MB`,
      unit: "ms",
      rows: [
        row("ours, in chunks of 64 KiB", ours),
        row("ours, in one piece", whole),
        row("JSON.parse into typed arrays", parsed),
      ],
    },
    ratio: Math.min(...parsed) / Math.min(...ours),
    rate: rate(Math.min(...ours)),
  };
}

function faster(claim: string, measured: number, atLeast: number): Goal {
  return { claim, measured, bound: { atLeast } };
}

/** As Prometheus writes it. */
function answer({ time, value }: Samples): Uint8Array {
  const samples = Array.from(
    time,
    (at, row) => `[${(at / 1000).toFixed(3)},"${value[row]}"]`,
  );
  return new TextEncoder().encode(
    '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"power_w"},' +
      `"values":[${samples.join(",")}]}]}}`,
  );
}

function decodeChunks(body: Uint8Array, size = CHUNK): Samples {
  const decoder = new Decoder();
  for (let at = 0; at < body.length; at += size) decoder.push(body.subarray(at, at + size));
  return decoder.finish().columns;
}

/** What one would write without a decoder of one's own, and with care. */
function parse(body: Uint8Array): Samples {
  const { data } = JSON.parse(new TextDecoder().decode(body));
  const samples: [number, string][] = data.result[0].values;
  const time = new Float64Array(samples.length), value = new Float64Array(samples.length);
  for (let row = 0; row < samples.length; row++) {
    const [at, text] = samples[row]!;
    time[row] = Math.round(at * 1000);
    value[row] = Number(text);
  }
  return { time, value };
}

function expectSame(ours: Samples, theirs: Samples): void {
  const differs = theirs.time.length !== ours.time.length ||
    theirs.time.some((at, row) => at !== ours.time[row]) ||
    theirs.value.some((one, row) => !Object.is(one, ours.value[row]));
  if (differs) throw new Error("The contenders do not read the same numbers");
}
