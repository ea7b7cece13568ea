import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Agent, request } from "undici";
import { commandArguments } from "../../../tests/command_arguments.ts";
import { installed } from "../../../tests/servers/running_server.ts";
import { notification } from "./alerts.ts";
import { SECRET, type ServiceProcess, startService } from "./service_process.ts";
import { startFlood } from "./start_flood.ts";
import { until } from "./until.ts";

const COMMAND = [Deno.execPath(), ...commandArguments("analyzer")] as [string, ...string[]];
const HAS_PRLIMIT = await installed("prlimit", ["--version"]);
/** Webhooks that are sent while the others hold their connections. */
const WEBHOOKS = 200;

let scope: AsyncDisposableStack;
beforeEach(() => void (scope = new AsyncDisposableStack()));
afterEach(() => scope.disposeAsync());

const environment = {
  PATH: Deno.env.get("PATH")!,
  HOME: Deno.env.get("HOME")!,
  PUSH_PUBLISH_URL: "http://127.0.0.1:1",
  API_BASE_URL: "http://127.0.0.1:1",
  STOP_SECONDS: "0",
};

const descriptors = ({ pid }: ServiceProcess) => readdirSync(`/proc/${pid}/fd`).length;

/** Sends webhooks one after the other, each answered; the statuses. */
async function sendAll(service: URL, { kept }: { readonly kept: boolean }): Promise<number[]> {
  const dispatcher = new Agent({ pipelining: kept ? 1 : 0 });
  const statuses: number[] = [];
  for (let number = 0; number < WEBHOOKS; number++) {
    const { statusCode, body } = await request(new URL("/webhook", service), {
      dispatcher,
      method: "POST",
      headers: { authorization: `Bearer ${SECRET}` },
      // The queue has 20 places: more would be answered 503, and sent again.
      body: JSON.stringify(notification(`Alert${number % 20}`)),
    });
    await body.dump();
    statuses.push(statusCode);
  }
  await dispatcher.close();
  return statuses;
}

async function expectAllAnswered(service: ServiceProcess): Promise<void> {
  for (const kept of [true, false]) {
    expect(await sendAll(service.url, { kept })).toEqual(Array(WEBHOOKS).fill(200));
  }
  expect((await fetch(new URL("/health", service.url))).status).toBe(200);
}

async function expectOrderlyEnd(service: ServiceProcess): Promise<void> {
  const { code } = await service.end("SIGTERM");
  expect([code, service.errors()]).toEqual([0, ""]);
}

describe("beside connections that never end a request", () => {
  test("6,000 silent and 2,000 slow ones: no webhook is lost, and few of them are held", async () => {
    const service = scope.use(
      await startService(COMMAND, { ...environment, MAX_CONNECTIONS: "1000" }),
    );
    const flood = scope.use(
      startFlood({ port: Number(service.url.port), silent: 6_000, slow: 2_000, away: 5_000 }),
    );
    await flood.isFull;
    await expectAllAnswered(service);
    expect(descriptors(service)).toBeLessThan(1_100);
    expect(flood.state().opened).toBeGreaterThan(8_000);
    await expectOrderlyEnd(service);
  });

  test("also when they leave, those who come later are answered", async () => {
    const service = scope.use(await startService(COMMAND, environment));
    {
      await using flood = startFlood({
        port: Number(service.url.port),
        silent: 200,
        slow: 100,
        away: 60_000,
      });
      await flood.isFull;
    }
    await until("their end", () => descriptors(service) < 100);
    await expectAllAnswered(service);
    await expectOrderlyEnd(service);
  });

  test.skipIf(!HAS_PRLIMIT)("1,000 of them, with descriptors for 100: it goes on", async () => {
    const service = scope.use(
      await startService(["prlimit", "--nofile=128:128", ...COMMAND], environment),
    );
    const flood = scope.use(
      startFlood({ port: Number(service.url.port), silent: 900, slow: 100, away: 3_000 }),
    );
    const hasRunDry = () => service.log.some(({ properties: { code } }) => code === "EMFILE");
    await until("the last descriptor", hasRunDry);
    await expectAllAnswered(service);
    expect(flood.state().opened).toBeGreaterThan(128);
    await expectOrderlyEnd(service);
  });
});
