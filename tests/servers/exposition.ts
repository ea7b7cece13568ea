/**
 * Samples as the two texts that real servers load: OpenMetrics for
 * `promtool tsdb create-blocks-from openmetrics`, and lines with millisecond stamps for
 * VictoriaMetrics' `/api/v1/import/prometheus`.
 *
 * @module
 */

import { eachSeries, type Labels, type SeriesColumns } from "../../src/columns.ts";

/** Columns one after the other, for example one metric and month at a time. */
export type Parts = Iterable<SeriesColumns> | AsyncIterable<SeriesColumns>;

/** OpenMetrics: time stamps in seconds, ends in `# EOF`. Yields pieces of some 100 kB. */
export async function* openMetrics(parts: Parts): AsyncGenerator<string> {
  yield* write(parts, (time) => String(time / 1000));
  yield "# EOF\n";
}

/** Prometheus text as VictoriaMetrics imports it: time stamps in milliseconds, no end mark. */
export function victoriaMetricsImport(parts: Parts): AsyncGenerator<string> {
  return write(parts, String);
}

const PIECE = 100_000;

async function* write(parts: Parts, stamp: (time: number) => string): AsyncGenerator<string> {
  let piece = "";
  for await (const columns of parts) {
    for (const { labels, time, value } of eachSeries(columns)) {
      const series = seriesText(labels);
      for (let row = 0; row < time.length; row++) {
        const one = value[row]!;
        // In columns NaN stands for "no value", which a server expresses by having no sample.
        if (Number.isNaN(one)) continue;
        piece += `${series} ${valueText(one)} ${stamp(time[row]!)}\n`;
        if (piece.length >= PIECE) {
          yield piece;
          piece = "";
        }
      }
    }
  }
  if (piece !== "") yield piece;
}

function seriesText({ __name__, ...labels }: Labels): string {
  if (__name__ === undefined) throw new TypeError("A series without a name cannot be loaded");
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? __name__ : `${__name__}{${pairs.join(",")}}`;
}

/** The text formats know exactly these three escapes. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function valueText(value: number): string {
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  return String(value);
}
