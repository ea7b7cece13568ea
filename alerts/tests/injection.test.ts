import { expect, test } from "vitest";
import { CONTEXT, INCIDENT } from "./crash_loop.ts";
import { ATTACKS, PLACES } from "./hostile.ts";
import { attack } from "./injection.ts";

test("there are enough attacks", () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(30);
});

await attack({
  prompt: "cluster",
  plain: { incident: INCIDENT, context: CONTEXT },
  places: PLACES,
  gossip: PLACES["a log line"]!,
  words: "summary",
  hosts: ["prometheus.example:9090", "runbooks.example"],
  click: "https://runbooks.example/crash",
});
