import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveLoopback } from "../../src/effects.ts";
import { WattbookError } from "../../src/errors.ts";
import { answerPage, type Served, servePage } from "../../src/page/serve_page.ts";
import { toHtml, versionOf } from "../../src/page/to_html.tsx";
import { commandArguments } from "../command_arguments.ts";
import { pageOf } from "../page/page_of.ts";
import { denoEnvironment } from "../run.ts";
import { launchChromium } from "./chromium.ts";

const SERVED: Served = { page: { html: "<p>house</p>", version: "1", made: "now" }, notice: "" };

describe("answerPage()", () => {
  const answer = (url: string, method = "GET") => answerPage(new Request(url, { method }), SERVED);

  test("answers this machine only, so that no foreign page reads the house by its own name", () => {
    for (const host of ["127.0.0.1:8177", "localhost:8177"]) {
      expect(answer(`http://${host}/`).status).toBe(200);
    }
    for (const host of ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "[::1]"]) {
      expect(answer(`http://${host}:8177/`).status).toBe(403);
      expect(answer(`http://${host}:8177/state`).status).toBe(403);
    }
  });

  test("a Host that is no name is a bad request, not a failure", async () => {
    const server = serveLoopback((request) => answerPage(request, SERVED), 0);
    const ask = async (host: string) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      await connection.write(new TextEncoder().encode(request));
      return (await new Response(connection.readable).text()).split("\r\n")[0];
    };
    for (const host of ["a b", "[", "a:b:c"]) expect(await ask(host)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask("localhost")).toMatch(/^HTTP\/1\.1 200 /);
    await server.close();
  });

  test("says that the first page is being made", async () => {
    const none = { page: null, notice: "" } as const;
    const early = answerPage(new Request("http://localhost/"), none);
    expect([early.status, await early.text()]).toEqual([
      503,
      "The page is being made. Reload it in a moment.\n",
    ]);
    expect(answerPage(new Request("http://evil.example/"), none).status).toBe(403);
  });

  test("changes nothing and allows no other origin", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect(answer("http://localhost/", method).status).toBe(405);
    }
    expect(answer("http://localhost/.env").status).toBe(404);
    const page = answer("http://localhost/");
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    expect(page.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
    expect(await answer("http://localhost/state").json()).toEqual({ version: "1", notice: "" });
  });
});

describe("servePage()", () => {
  const options = {
    ...{ every: 10, zone: () => "UTC", now: () => 0, signal: new AbortController().signal },
    onListening: () => Promise.resolve(),
    onRefresh: () => Promise.resolve(),
  };

  test("says that the port is taken before it makes a page", async () => {
    const other = serveLoopback(() => new Response("other"), 0);
    let made = 0;
    const make = () => {
      made++;
      return Promise.resolve(SERVED.page);
    };
    await expect(servePage({ ...options, make, port: other.port })).rejects.toMatchObject({
      code: "BAD_OPTION",
      message: `Another program listens on port ${other.port}`,
    });
    expect(made).toBe(0);
    await other.close();
  });

  test("leaves the port free if the first page cannot be made", async () => {
    const first = serveLoopback(() => new Response(), 0), { port } = first;
    await first.close();
    const make = () => Promise.reject(new WattbookError("NO_DATA", "no house", { hint: "Ask." }));
    await expect(servePage({ ...options, make, port })).rejects.toThrow("no house");
    await serveLoopback(() => new Response(), port).close();
  });
});

const browser = await launchChromium();
const TIMEOUT = { timeout: 30_000 };

describe.skipIf(browser === null)("a served page in Chromium", () => {
  let data: Awaited<ReturnType<typeof pageOf>>;
  beforeAll(async () => {
    data = await pageOf({ from: "2025-06-01", to: "2025-06-02" });
  });
  afterAll(() => browser?.close());

  test("loads itself again, keeps what is unfolded, and says when a refresh failed", async () => {
    const ending = new AbortController();
    const { promise: url, resolve: onUrl } = Promise.withResolvers<string>();
    // Each entry is a refresh, which waits until the test lets it happen.
    let gate = Promise.withResolvers<string | null>(), count = 0;
    const serving = servePage({
      port: 0,
      every: 10,
      zone: () => data.days.zone,
      now: () => Date.UTC(2025, 5, 3, 12),
      signal: ending.signal,
      onListening: (address) => Promise.resolve(onUrl(address)),
      onRefresh: () => Promise.resolve(),
      async make() {
        if (count++ > 0) {
          const failure = await gate.promise;
          gate = Promise.withResolvers();
          if (failure !== null) throw new WattbookError("UNREACHABLE", failure, { hint: "Wait." });
        }
        const page = { ...data, made: data.made + count };
        const html = await toHtml(page, { live: true });
        return { html, version: versionOf(page), made: "3 Jun 2025, 13:59" };
      },
    });
    const context = await browser!.newContext(), page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(await url);
    const version = () => page.locator("html").getAttribute("data-version");
    const first = await version();
    await page.locator("details.fold summary").first().click();

    gate.resolve(null);
    await expect.poll(version, TIMEOUT).not.toBe(first);
    await expect.poll(() => page.locator("details.fold").first().getAttribute("open"), TIMEOUT)
      .not.toBeNull();
    const second = await version();
    expect(complaints).toEqual([]);

    gate.resolve("http://meter.example does not answer");
    const said = page.locator(".live");
    await expect.poll(() => said.textContent(), TIMEOUT).toBe(
      "The refresh on 3 Jun 2025, 14:00 failed: http://meter.example does not answer. " +
        "These numbers are of 3 Jun 2025, 13:59.",
    );
    expect(await said.isVisible()).toBe(true);
    expect(await version()).toBe(second);

    ending.abort();
    gate.resolve(null);
    await serving;
    await expect.poll(() => said.textContent(), TIMEOUT).toContain("does not answer any more");
    await context.close();
  }, 120_000);
});

test("the command serves the demo on loopback and ends with Ctrl-C", async () => {
  const args = commandArguments(
    "serve",
    ...["--source", "demo", "--from", "2025-06-01", "--to", "2025-06-02", "--port", "0"],
  );
  const child = new Deno.Command(Deno.execPath(), {
    args,
    clearEnv: true,
    env: { ...denoEnvironment(), METRICS_TOKEN: "a-secret-of-mine" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  let told = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!/Ctrl-C/.test(told)) {
    const { value, done } = await reader.read();
    if (done) break;
    told += value;
  }
  const [, url] = /^The page is at (http:\/\/127\.0\.0\.1:\d+\/)$/m.exec(told)!;
  const page = await (await fetch(url!)).text();
  expect(page).toContain("<h1>Energy report</h1>");
  expect(page).not.toContain("a-secret-of-mine");
  const connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url!).port),
  });
  await connection.write(
    new TextEncoder().encode("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
  );
  expect(await new Response(connection.readable).text()).toMatch(/^HTTP\/1\.1 403 /);
  await reader.cancel();
  child.kill("SIGINT");
  expect((await child.status).code).toBe(130);
  expect(await stderr).toBe("Interrupted\n");
}, 120_000);
