import { describe, expect, test } from "vitest";
import { bulkInput } from "./bulk_input.ts";
import { HOST_PROBLEM, SERVICE_PROBLEM, SERVICE_PROBLEM_SENT } from "./contexts.ts";
import { HAS_PYTHON, notify, parameters, payload, startWebhook } from "./script.ts";

/** `count` hosts that are down. */
const hosts = (count: number, more: Readonly<Record<string, string>> = {}) =>
  Array.from(
    { length: count },
    (_, index) => ({ ...HOST_PROBLEM, HOSTNAME: `h${index}`, ...more }),
  );

const TYPES = [
  "PROBLEM",
  "RECOVERY",
  "ACKNOWLEDGEMENT",
  "FLAPPINGSTART",
  "FLAPPINGSTOP",
  "FLAPPINGDISABLED",
  "DOWNTIMESTART",
  "DOWNTIMEEND",
  "DOWNTIMECANCELLED",
  "CUSTOM",
  "ALERTHANDLER (OK)",
];

describe.skipIf(!HAS_PYTHON)("a bulk of Checkmk", () => {
  test("arrives in one request, in its order", async () => {
    await using webhook = startWebhook();
    const stdin = bulkInput([SERVICE_PROBLEM, HOST_PROBLEM], parameters(webhook.url));
    expect(await notify({ args: ["--bulk"], stdin })).toEqual({
      code: 0,
      output: `2 notifications delivered to ${webhook.url.origin}\n`,
    });
    expect(webhook.requests.map(payload)).toEqual([{
      version: 1,
      source: "checkmk",
      notifications: [SERVICE_PROBLEM_SENT, HOST_PROBLEM],
    }]);
  });

  test("with every type of notification, of hosts and of services", async () => {
    await using webhook = startWebhook();
    const contexts = TYPES.flatMap((NOTIFICATIONTYPE) =>
      [HOST_PROBLEM, SERVICE_PROBLEM_SENT].map((context) => ({ ...context, NOTIFICATIONTYPE }))
    );
    const { code } = await notify({
      args: ["--bulk"],
      stdin: bulkInput(contexts, parameters(webhook.url)),
    });
    expect(code).toBe(0);
    expect(webhook.requests.flatMap((request) => payload(request).notifications)).toEqual(contexts);
  });

  test("is cut into requests that the analyzer's queue can hold", async () => {
    await using webhook = startWebhook();
    const stdin = bulkInput(hosts(45), parameters(webhook.url));
    expect((await notify({ args: ["--bulk"], stdin })).code).toBe(0);
    const sizes = webhook.requests.map((request) => payload(request).notifications.length);
    expect(sizes).toEqual([20, 20, 5]);
  });

  test("is cut into requests far below the analyzer's limit", async () => {
    await using webhook = startWebhook();
    const long = "\u0007".repeat(20_000);
    const contexts = hosts(20, { HOSTOUTPUT: long, LONGHOSTOUTPUT: long, HOSTPERFDATA: long });
    const { code } = await notify({
      args: ["--bulk"],
      stdin: bulkInput(contexts, parameters(webhook.url)),
    });
    expect(code).toBe(0);
    const sizes = webhook.requests.map(({ body }) => body.length);
    expect(Math.max(...sizes)).toBeLessThan(300 * 1024);
    const names = webhook.requests.flatMap((request) =>
      payload(request).notifications.map(({ HOSTNAME }) => HOSTNAME)
    );
    expect(names).toEqual(contexts.map(({ HOSTNAME }) => HOSTNAME));
  });

  test("is tried again by the script, because Checkmk throws it away", async () => {
    await using webhook = startWebhook(503, 200);
    const stdin = bulkInput(hosts(2), parameters(webhook.url));
    expect((await notify({ args: ["--bulk"], stdin })).code).toBe(0);
    const [first, second] = webhook.requests.map(payload);
    expect(webhook.requests).toHaveLength(2);
    expect(second).toEqual(first);
  });

  test("one request that cannot succeed does not hold up the others", async () => {
    await using webhook = startWebhook(400, 200, 413);
    const stdin = bulkInput(hosts(45), parameters(webhook.url));
    const { code, output } = await notify({ args: ["--bulk"], stdin });
    expect(code).toBe(2);
    expect(output).toContain(" answers 400: ");
    expect(webhook.requests).toHaveLength(3);
  });

  test("one request that may yet succeed makes the whole worth another try", async () => {
    await using webhook = startWebhook(400, 503, 200);
    const stdin = bulkInput(hosts(45), parameters(webhook.url));
    // No time for another try of its own.
    const { code, output } = await notify({ args: ["--bulk", "--timeout", "5"], stdin });
    expect(code).toBe(1);
    expect(output).toContain(" answers 503: ");
    expect(webhook.requests).toHaveLength(3);
  });

  test("lines that say nothing do no harm", async () => {
    await using webhook = startWebhook();
    const { code } = await notify({
      args: ["--bulk"],
      stdin: `PARAMETER_1=${webhook.url}\nPARAMETER_2=x\n` +
        "\n\nHOSTNAME=db1\nno equals sign\nHOSTOUTPUT=a=b \n   \n\nHOSTNAME=db2\n\n",
    });
    expect(code).toBe(0);
    expect(payload(webhook.requests[0]!).notifications).toEqual([
      { HOSTNAME: "db1", HOSTOUTPUT: "a=b " },
      { HOSTNAME: "db2" },
    ]);
  });
});
