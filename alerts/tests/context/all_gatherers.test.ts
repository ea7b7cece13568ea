import { expect, test } from "vitest";
import { allGatherers } from "../../src/context/all_gatherers.ts";
import type { Finding } from "../../src/context/context_item.ts";
import { incidentOf } from "./incident_of.ts";

const finding = (title: string): Finding => (
  { kind: "pods", title, query: "", time: 0, duration: 0 }
);
const options = {
  signal: new AbortController().signal,
  redactor: { redact: (text: string) => text },
};

test("allGatherers() gathers at the same time, in the order of the gatherers", async () => {
  const first = Promise.withResolvers<Finding[]>(), started: string[] = [];
  const all = allGatherers([
    { gather: () => (started.push("a"), first.promise) },
    { gather: () => (started.push("b"), Promise.resolve([finding("b")])) },
  ]).gather(incidentOf(), options);
  expect(started).toEqual(["a", "b"]);
  first.resolve([finding("a")]);
  expect((await all).map(({ title }) => title)).toEqual(["a", "b"]);
});

test("allGatherers() keeps what the others found when one throws or rejects", async () => {
  const findings = await allGatherers([
    { gather: () => Promise.reject(new Error("rejected")) },
    {
      gather: () => {
        throw new Error("thrown");
      },
    },
    { gather: () => Promise.resolve([finding("kept")]) },
  ], () => 5).gather(incidentOf(), options);
  expect(findings.map(({ title, error }) => error ?? title)).toEqual([
    "rejected",
    "thrown",
    "kept",
  ]);
});
