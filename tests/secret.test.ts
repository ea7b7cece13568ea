import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "../src/secret.ts";

test("a Secret shows itself to reveal() alone", () => {
  const secret = new Secret("canary");
  const seen = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    Deno.inspect({ secret }, { depth: 9, showHidden: true } as Deno.InspectOptions),
    inspect({ secret }, { depth: 9, showHidden: true, customInspect: false }),
    inspect({ secret }, { depth: 9, showHidden: true }),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
  ].join("\n");
  expect(seen).not.toContain("canary");
  expect(secret.reveal()).toBe("canary");
});
