import { expect, test } from "vitest";
import { commandArguments } from "../../../tests/command_arguments.ts";
import { installed } from "../../../tests/servers/running_server.ts";
import { notification } from "./alerts.ts";
import { childOf } from "./process_status.ts";
import { SECRET, startService } from "./service_process.ts";
import { until } from "./until.ts";

const CAN_SANDBOX = await installed("bwrap", ["--unshare-user", "--ro-bind", "/", "/", "true"]);

test.skipIf(!CAN_SANDBOX)(
  "a full disk: alive, not ready, and well again when there is room",
  async () => {
    // A disk of its own for the store, of two megabytes.
    const sandbox = [
      "bwrap",
      "--die-with-parent",
      "--dev-bind",
      "/",
      "/",
      "--size",
      "2000000",
      "--tmpfs",
      "/var/lib",
    ];
    await using service = await startService(
      [...sandbox, Deno.execPath(), ...commandArguments("analyzer")] as [string, ...string[]],
      {
        PATH: Deno.env.get("PATH")!,
        HOME: Deno.env.get("HOME")!,
        STORE_PATH: "/var/lib/analyzer.db",
        PUSH_PUBLISH_URL: "http://127.0.0.1:1",
        API_BASE_URL: "http://127.0.0.1:1",
      },
    );
    const disk = `/proc/${await childOf(service.pid)}/root/var/lib`;
    const status = async (path: string) => {
      const answer = await fetch(new URL(path, service.url));
      await answer.body?.cancel();
      return answer.status;
    };
    const webhook = async (name: string) => {
      const answer = await fetch(new URL("/webhook", service.url), {
        method: "POST",
        headers: { authorization: `Bearer ${SECRET}` },
        body: JSON.stringify(notification(name)),
      });
      await answer.body?.cancel();
      return answer.status;
    };
    const storeReady = async () =>
      /^analyzer_store_ready (\d)$/m
        .exec(await (await fetch(new URL("/metrics", service.url))).text())?.[1];

    expect([await webhook("First"), await status("/health"), await status("/ready")])
      .toEqual([200, 200, 200]);
    expect(await storeReady()).toBe("1");

    const filler = await Deno.open(`${disk}/filler`, { create: true, write: true });
    const fill = async () => {
      for (const size of [65_536, 4_096, 512, 1]) {
        while (await filler.write(new Uint8Array(size)).then(() => true, () => false));
      }
    };
    await fill();
    await until("the first refusal", async () => {
      // The log of the store may have some room of its own left.
      await fill();
      return await webhook(`Alert ${Math.random()}`) === 500;
    });
    await until("not ready", async () => await status("/ready") === 503);
    expect(await storeReady()).toBe("0");
    expect(await status("/health")).toBe(200);

    filler.close();
    await Deno.remove(`${disk}/filler`);
    await until("ready", async () => await status("/ready") === 200);
    expect(await webhook("Last")).toBe(200);
    expect(await storeReady()).toBe("1");
  },
);
