import { describe, expect, test } from "vitest";
import type { RecordedExchange } from "../../src/client/recorded_transport.ts";
import { eachSeries } from "../../src/columns.ts";
import { demoClient } from "../../src/house/demo.ts";
import { HOUR } from "../../src/time.ts";

const answer = (value: string) =>
  JSON.stringify({
    status: "success",
    data: { resultType: "vector", result: [{ metric: {}, value: [3600, value] }] },
    warnings: ["a warning of that server"],
  });
const asked = (query: string, time: string): RecordedExchange => ({
  path: "/api/v1/query",
  form: [["query", query], ["time", time], ["nocache", "1"], ["latency_offset", "1ms"]],
  body: answer("42"),
});
const client = () =>
  demoClient(true, () =>
    Promise.resolve({
      server: "a server",
      days: ["2025-10-01", "2025-10-02"] as const,
      exchanges: [asked("sum(power)", "3600")],
    }));

describe("demoClient()", () => {
  test("answers what was recorded, with what the server had to say", async () => {
    const { columns, notices } = await (await client()).query("sum(power)", { time: HOUR });
    expect([...columns.value]).toEqual([42]);
    expect(notices).toEqual(["a warning of that server"]);
  });

  test.each([
    ["sum(power)", 2 * HOUR, /'sum\(power\)' at time 7200/],
    ["sum (power)", HOUR, /'sum \(power\)' at time 3600/],
  ])("says of %s at %d that it was not recorded", async (expression, time, message) => {
    await expect((await client()).query(expression, { time })).rejects.toMatchObject({
      code: "NOT_RECORDED",
      message: expect.stringMatching(message),
    });
  });

  test("names the server and the days, and takes raw samples from the archive", async () => {
    const { description, samples } = await client();
    expect(description).toMatch(/^recorded answers of a server, .* 2025-10-01 to 2025-10-02$/);
    const start = Date.parse("2025-10-26T08:00:00Z");
    const { columns, requests } = await samples("inverter_ac_active_power_watts", {
      start,
      end: start + HOUR,
    });
    // One series per pod: the exporter restarted in that hour.
    expect([...eachSeries(columns)]).toHaveLength(2);
    expect(requests).toBe(0);
  });
});
