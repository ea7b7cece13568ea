import { expect, test } from "vitest";
import { runTask } from "../task.ts";

test("deno task host-analyzer:demo shows a notification from end to end and ends by itself", async () => {
  // With the permissions of the task: loopback is all of the network that it may use.
  const { code, out: shown, err } = await runTask("host-analyzer:demo");
  expect(err).toBe("");
  expect(code).toBe(0);

  const [intro, cameIn, redacted, sent, push] = shown.split(/^(?=\d {2}\w)/m);
  expect(intro!.replaceAll("\n", " ")).toContain("No model is asked; the answer was prepared");
  for (const secret of ["Tr0ub4dor-3xample", "c0rrect-h0rse", "ada.lovelace@example.org"]) {
    expect(cameIn).toContain(secret);
    expect(redacted! + sent! + push!).not.toContain(secret);
  }
  expect(cameIn).toContain('200 {"accepted":1}');
  expect(redacted).toContain("password=[PASSWORD#2] refused");
  expect(sent).toMatch(/^ {3}D6 {11}Warnings in the log/m);
  expect(sent).toMatch(/^ {3}H2 {11}Services of db1 that are not OK/m);
  expect(push).toContain("│ 🚨 db1: Filesystem /data (CRITICAL)");
  expect(push).toContain("(high; D6, D1, H2)");
  // Nothing failed on the way: every source of context was there.
  expect(sent).not.toContain("not read:");

  const lines = shown.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
});
