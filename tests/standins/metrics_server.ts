/**
 * A stand-in for a metrics server, which holds what a test says: raw samples and lists of series, no
 * expressions.
 *
 * @module
 */

import { eachSeries, type LabelledSamples, type SeriesColumns } from "../../src/columns.ts";
import { labelTest, parseSelector } from "../../src/selector.ts";
import { type StandIn, standIn } from "./stand_in.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, d: 86_400_000 };

/** Starts the server; it answers with what `held` gives at the time. */
export function startMetricsServer(held: () => SeriesColumns): StandIn {
  const find = async (text: string): Promise<LabelledSamples[]> => {
    const selector = parseSelector(text), test = await labelTest(selector);
    return [...eachSeries(held())].filter(({ labels }) =>
      [null, labels["__name__"]].includes(selector.metric) && test(labels)
    );
  };
  return standIn(async ({ path, body }) => {
    const form = new URLSearchParams(body);
    const instant = (name: string) => Math.round(1000 * Number(form.get(name)));
    if (path.endsWith("/series")) {
      const start = instant("start"), end = instant("end");
      const data = (await Promise.all(form.getAll("match[]").map(find))).flat()
        .filter(({ time }) => time.some((at) => at >= start && at <= end));
      return Response.json({ status: "success", data: data.map(({ labels }) => labels) });
    }
    if (!path.endsWith("/query")) return new Response("", { status: 404 });
    const query = /^(?<selector>.*)\[(?<count>\d+)(?<unit>ms|s|d)\]$/.exec(form.get("query")!)!;
    const { selector, count, unit } = query.groups!;
    const end = instant("time"), start = end - Number(count) * UNITS[unit!]!;
    const result = (await find(selector!)).map(({ labels, time, value }) => ({
      metric: labels,
      values: [...time].map((at, row) => [at, String(value[row])] as const)
        .filter(([at]) => at > start && at <= end).map(([at, text]) => [at / 1000, text]),
    })).filter(({ values }) => values.length > 0);
    return Response.json({ status: "success", data: { resultType: "matrix", result } });
  });
}
