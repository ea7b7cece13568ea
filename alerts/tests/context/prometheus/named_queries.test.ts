import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, test } from "vitest";
import { fillIn } from "../../../src/context/prometheus/fill_in.ts";
import {
  FIRING_ALERTS,
  NAMED_QUERIES,
  NAMESPACE_QUERIES,
} from "../../../src/context/prometheus/named_queries.ts";

const ALL = [FIRING_ALERTS, ...NAMESPACE_QUERIES, ...Object.values(NAMED_QUERIES).flat()];

/** The same value for every label. */
const ANY = new Proxy<Record<string, string>>({}, {
  get: () => "x",
  getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: "x" }),
});

describe.each(ALL)("the query '$title'", ({ expression }) => {
  test("is PromQL", () => {
    const wrong: string[] = [];
    const text = fillIn(expression, ANY)!;
    parser.parse(text).iterate({
      enter: ({ type, from }) => void (type.isError && wrong.push(text.slice(from))),
    });
    expect(wrong).toEqual([]);
  });

  test("compares labels of the alert for equality: a pattern would be the sender's", () => {
    const placeholders = expression.match(/.{2}\$\w+/g) ?? [];
    for (const placeholder of placeholders) expect(placeholder).toMatch(/^\w=\$/);
    expect(placeholders).toHaveLength(expression.split("$").length - 1);
  });
});
