import { expect, test } from "vitest";
import { exporters } from "../../../../src/commands/doctor/server.ts";
import { fakeClient, minutely, outcomeOf } from "../fakes.ts";

const config = { route: null, inverterJob: "inverter", meterJob: "meter" };
const up = (job: string, pod: string, value: number) => minutely({ job, pod }, [value]);

test("tells which are up and which are down", async () => {
  const client = fakeClient({ query: () => [up("inverter", "a", 1), up("meter", "a", 0)] });
  const { findings } = await outcomeOf(exporters, { config, client });
  expect(client.asked).toEqual(['up{job=~"inverter|meter"}']);
  expect(findings).toMatchObject([
    { subject: "inverter", status: "ok" },
    { subject: "meter", status: "failure", advice: expect.any(String) },
  ]);
});

test("one pod that is up is enough", async () => {
  const client = fakeClient({ query: () => [up("meter", "new", 1), up("meter", "old", 0)] });
  const alone = { route: null, meterJob: "meter" };
  const { findings } = await outcomeOf(exporters, { config: alone, client });
  expect(findings).toMatchObject([{ subject: "meter", status: "ok" }]);
});

test("a setting that matches no job is a failure, whatever the other one matches", async () => {
  const client = fakeClient({ query: () => [up("inverter", "a", 1)] });
  const { findings } = await outcomeOf(exporters, { config, client });
  expect(findings).toMatchObject([
    { subject: "inverter", status: "ok" },
    { subject: "METER_JOB", status: "failure", found: expect.stringContaining("'meter'") },
  ]);
});

test("no target at all is a failure", async () => {
  const { findings } = await outcomeOf(exporters, { config, client: fakeClient({}) });
  expect(findings).toMatchObject([{
    status: "failure",
    found: expect.stringContaining("INVERTER_JOB"),
  }]);
});

test("is skipped where no jobs are configured, without a request", async () => {
  const client = fakeClient({});
  const { findings } = await outcomeOf(exporters, { config: { route: null }, client });
  expect(findings).toMatchObject([{ status: "skipped" }]);
  expect(client.asked).toEqual([]);
});
