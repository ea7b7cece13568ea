import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundIncident } from "../src/bound_incident.ts";
import { anyText } from "./any_text.ts";
import { incident } from "./incidents.ts";

describe("boundIncident()", () => {
  test("leaves an ordinary alert as it is", () => {
    const one = incident("A", {
      labels: { alertname: "A", namespace: "media" },
      annotations: { summary: "It is down", description: "" },
      links: ["https://runbooks.example/a"],
    });
    expect(boundIncident(one)).toEqual(one);
  });

  test("keeps any alert below 60 kB of JSON, and twice is once", () => {
    const texts = fc.dictionary(
      fc.oneof(fc.string({ maxLength: 300 }), fc.constant("x".repeat(10_000))),
      fc.oneof(anyText(5_000), fc.constantFrom("x".repeat(100_000), "\u0000".repeat(9_000))),
      { maxKeys: 100 },
    );
    fc.assert(
      fc.property(texts, texts, fc.array(fc.webUrl()), (labels, annotations, links) => {
        const bound = boundIncident(
          incident("A", { title: "y".repeat(9_999), labels, annotations, links }),
        );
        const size = ({ title, labels, annotations, links }: typeof bound) =>
          [title, ...Object.entries({ ...labels, ...annotations }).flat(), ...links].join("")
            .length;
        expect(size(bound)).toBeLessThan(60_000);
        expect(Object.keys(bound.labels).length).toBeLessThanOrEqual(64);
        for (const text of Object.values(bound.annotations)) {
          expect(text.length).toBeLessThanOrEqual(4_000);
        }
        expect(boundIncident(bound)).toEqual(bound);
      }),
      { numRuns: 50 },
    );
  });

  test("leaves room for redaction before the cut", () => {
    const secret = `${"x".repeat(3_990)} password=hunter2hunter2`;
    const rough = boundIncident(incident("A", { annotations: { a: secret } }), 8);
    expect(rough.annotations["a"]).toBe(secret);
  });
});
