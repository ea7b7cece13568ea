import { expect, test } from "vitest";
import { runTask } from "../task.ts";

test("deno task analyzer:demo shows an alert from end to end and ends by itself", async () => {
  // With the permissions of the task: loopback is all of the network that it may use.
  const { code, out, err } = await runTask("analyzer:demo");
  expect(err).toBe("");
  expect(code).toBe(0);

  const [intro, cameIn, redacted, sent, push] = out.split(/^(?=\d {2}\w)/m);
  expect(intro!.replaceAll("\n", " ")).toContain("No model is asked; the answer was prepared");
  const secrets = ["Tr0ub4dor-3xample", "ada.lovelace@example.org", "eyJhbGciOiJIUzI1NiJ9"];
  for (const secret of secrets) {
    expect(cameIn).toContain(secret);
    expect(redacted! + sent! + push!).not.toContain(secret);
  }
  expect(cameIn).toContain('200 {"accepted":1}');
  expect(redacted).toContain("postgres://photos:[PASSWORD#1]@db.databases:5432/photos");
  expect(sent).toMatch(/^ {3}L1 {11}Log of photos/m);
  expect(push).toContain("│ Analysis by a model: photos cannot log in to its database");
  // Nothing failed on the way: every source of context was there.
  expect(sent).not.toContain("not read:");
});

test("at 80 columns every line fits, and the frame is whole", async () => {
  const { out } = await runTask("analyzer:demo");
  const lines = out.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
  const framed = lines.filter((line) => /^[│╭╰]/.test(line));
  expect(framed.length).toBeGreaterThan(10);
  expect(framed.filter((line) => line.length !== 80)).toEqual([]);
});
