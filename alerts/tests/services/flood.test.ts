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
const WEBHOOKS = 100;

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

interface Sending {
  /** Whether all go over one connection. */
  readonly kept: boolean;
  /** Whether a webhook whose connection was ended is sent again, as Alertmanager does. */
  readonly retries: boolean;
}

/** Sends webhooks one after the other, each answered; the statuses. */
async function sendAll(service: URL, { kept, retries }: Sending): Promise<number[]> {
  const dispatcher = new Agent({ pipelining: kept ? 1 : 0 });
  const statuses: number[] = [];
  for (let number = 0; number < WEBHOOKS; number++) {
    const send = () =>
      request(new URL("/webhook", service), {
        dispatcher,
        method: "POST",
        headers: { authorization: `Bearer ${SECRET}` },
        // The queue has 20 places: more would be answered 503, and sent again.
        body: JSON.stringify(notification(`Alert${number % 20}`)),
      });
    const { statusCode, body } = retries
      ? await until("an answer", () => send().catch(() => undefined))
      : await send();
    await body.dump();
    statuses.push(statusCode);
  }
  await dispatcher.close();
  return statuses;
}

async function expectAllAnswered(service: ServiceProcess, retries = false): Promise<void> {
  for (const kept of [true, false]) {
    expect(await sendAll(service.url, { kept, retries })).toEqual(Array(WEBHOOKS).fill(200));
  }
  expect(await until("health", () => healthOf(service).catch(() => undefined))).toBe(200);
}

async function healthOf({ url }: ServiceProcess): Promise<number> {
  const answer = await fetch(new URL("/health", url));
  await answer.body?.cancel();
  return answer.status;
}

async function expectOrderlyEnd(service: ServiceProcess): Promise<void> {
  const { code } = await service.end("SIGTERM");
  expect([code, service.errors()]).toEqual([0, ""]);
}

describe("beside connections that never end a request", () => {
  test("6,000 silent and 2,000 slow ones: no webhook is lost, and few of them are held", async () => {
    const service = scope.use(
      await startService(COMMAND, environment),
    );
    const flood = scope.use(
      startFlood({ port: Number(service.url.port), silent: 6_000, slow: 2_000, away: 10_000 }),
    );
    await flood.isFull;
    await expectAllAnswered(service);
    // MAX_CONNECTIONS, and the service's own.
    expect(descriptors(service)).toBeLessThan(2_100);
    expect(flood.state().opened).toBeGreaterThanOrEqual(8_000);
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

  test.skipIf(!HAS_PRLIMIT)("1,000 of them, with 128 descriptors: it goes on", async () => {
    const service = scope.use(
      await startService(["prlimit", "--nofile=128:128", ...COMMAND], environment),
    );
    const flood = scope.use(
      startFlood({ port: Number(service.url.port), silent: 900, slow: 100, away: 3_000 }),
    );
    const hasRunDry = () => service.log.some(({ properties: { code } }) => code === "EMFILE");
    await until("the last descriptor", hasRunDry);
    // With room for some fifty a sender may lose its place before its first words are read.
    await expectAllAnswered(service, true);
    expect(flood.state().opened).toBeGreaterThan(128);
    await expectOrderlyEnd(service);
  });
});
