import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { HOST_PROBLEM, SERVICE_PROBLEM } from "./contexts.ts";
import { closedPort, listener } from "./listener.ts";
import { HAS_PYTHON, notify, parameters, SECRET, startWebhook, variables } from "./script.ts";

/** The secret and what one could mistake for something else. */
const FORMS = [
  SECRET,
  Buffer.from(SECRET).toString("base64"),
  encodeURIComponent(`Bearer ${SECRET}`),
];

/** One line that says something, without the secret. */
function expectOneLine(output: string): void {
  expect(output).toMatch(/^[\x20-\x7e]+\n$/);
  for (const form of FORMS) expect(output).not.toContain(form);
  expect(output).not.toContain("Traceback");
}

describe.skipIf(!HAS_PYTHON)("the exit code", () => {
  test("by the status of the answer: delivered, not now, never", async () => {
    const codes = {
      0: [200, 201, 202, 204],
      1: [429, 500, 502, 503, 504, 529],
      2: [301, 302, 303, 307, 308, 304, 400, 401, 403, 404, 405, 408, 413, 422],
    };
    for (const [code, statuses] of Object.entries(codes)) {
      for (const status of statuses) {
        await using webhook = startWebhook(status);
        const ended = await notify({
          env: { ...variables(HOST_PROBLEM), ...parameters(webhook.url) },
        });
        expect({ status, code: ended.code }).toEqual({ status, code: Number(code) });
        if (ended.code !== 0) expect(ended.output).toContain(` answers ${status}: `);
        expectOneLine(ended.output);
        // Checkmk itself tries again, on code 1 only.
        expect(webhook.requests).toHaveLength(1);
      }
    }
  });

  test("a redirect is not followed: the secret stays where it was meant to go", async () => {
    await using elsewhere = startWebhook();
    for (const status of [301, 302, 303, 307, 308]) {
      await using webhook = listener((connection) =>
        connection.answer(
          `HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`,
        )
      );
      const { code, output } = await notify({
        env: { ...variables(HOST_PROBLEM), ...parameters(webhook.url) },
      });
      expect(code).toBe(2);
      expect(output).toContain("a redirect, which is not followed");
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

describe.skipIf(!HAS_PYTHON)("what fails on the network is tried again later", () => {
  const env = (url: string) => ({ ...variables(HOST_PROBLEM), ...parameters(url) });

  test("nobody listens", async () => {
    const { code, output } = await notify({ env: env(`http://127.0.0.1:${closedPort()}`) });
    expect(code).toBe(1);
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: Connection refused\n$/);
  });

  test("the name is not known", async () => {
    const { code, output } = await notify({ env: env("http://analyzer.invalid") });
    expect(code).toBe(1);
    expect(output).toMatch(/^http:\/\/analyzer\.invalid:8080 cannot be reached: /);
    expectOneLine(output);
  });

  test("the server is silent, or says its answer a letter at a time", async () => {
    const silent = listener(() => Promise.resolve());
    const slow = listener(async (connection) => {
      for (let wait = 0; connection.isOpen(); wait++) {
        await connection.answer(wait === 0 ? "HTTP/1.1 200 OK\r\nX-Slow: " : "w");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    await using servers = new AsyncDisposableStack();
    const runs = [silent, slow].map((server) => {
      servers.use(server);
      return notify({ env: env(server.url.href), args: ["--timeout", "1"] });
    });
    for (const { code, output } of await Promise.all(runs)) {
      expect(code).toBe(1);
      expect(output).toBe("No answer within 1 s\n");
    }
  });

  test.each([
    ["it closes the connection", "", /cannot be reached: |does not speak HTTP/],
    ["it speaks SSH", "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7\r\n", /does not speak HTTP/],
    ["it says what it was told", `${"Bearer " + SECRET}\r\n\r\n`, /does not speak HTTP/],
    [
      "it never ends a header",
      `HTTP/1.1 200 OK\r\nX: ${"y".repeat(70_000)}`,
      /does not speak HTTP/,
    ],
    ["it counts beyond what there is", "HTTP/1.1 1000 So\r\n\r\n", /does not speak HTTP/],
  ])("%s", async (_what, answer, said) => {
    await using server = listener((connection) => connection.answer(answer, "and close"));
    const { code, output } = await notify({ env: env(server.url.href) });
    expect(code).toBe(1);
    expect(output).toMatch(said);
    expectOneLine(output);
  });

  test("no server can have its text, in which the secret may be, printed", async () => {
    for (const status of [200, 400, 401, 503]) {
      await using server = listener((connection) =>
        connection.answer(
          `HTTP/1.1 ${status} ${SECRET}\r\nX: ${SECRET}\r\nContent-Length: 99\r\n\r\n${SECRET}`,
          "and close",
        )
      );
      expectOneLine((await notify({ env: env(server.url.href) })).output);
    }
  });

  test("an answer before the whole request was read is an answer", async () => {
    // More than the buffers of a connection hold: 2 MB, as control characters are six in JSON.
    const long = variables(
      Object.fromEntries(Object.keys(SERVICE_PROBLEM).map((name) => [name, "\x07".repeat(8192)])),
    );
    await using server = listener((connection) =>
      connection.answer("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "and close")
    );
    const { code, output } = await notify({ env: { ...long, ...parameters(server.url) } });
    expect(output).toContain(" answers 401: the secret is not the analyzer's WEBHOOK_SECRET");
    expect(code).toBe(2);
  });
});

describe.skipIf(!HAS_PYTHON)("what must be set right first is not tried again", () => {
  test.each([
    ["no notification", { NOTIFY_HOSTNAME: "" }, "There is no notification in the environment"],
    ["no secret", {}, "There is no secret"],
    ["an empty secret", parameters("", " "), "There is no secret"],
    ["a secret of two words", parameters("", `${SECRET} ${SECRET}`), "The secret has a space"],
    ["a secret of two lines", parameters("", `${SECRET}\nX-Y: z`), "The secret has a space"],
    ["a secret with an umlaut", parameters("", `${SECRET}ä`), "The secret has a space"],
    ["parameters in the wrong order", {
      NOTIFY_PARAMETER_1: SECRET,
      NOTIFY_PARAMETER_2: "http://analyzer.example",
    }, "The secret is a URL"],
    ["the secret as URL", { NOTIFY_PARAMETER_1: SECRET, NOTIFY_PARAMETER_2: SECRET }, "is no http"],
    ["another scheme", parameters("ftp://127.0.0.1/"), "is no http:// or https:// URL"],
    ["no host", parameters("http:///webhook"), "is no http:// or https:// URL"],
    ["a port that is none", parameters("http://127.0.0.1:99999/"), "is no http:// or https:// URL"],
    ["an address that is none", parameters("http://[::1/"), "is no http:// or https:// URL"],
    ["a user in the URL", parameters(`http://${SECRET}@127.0.0.1/`), "has a user name"],
    ["a space in the path", parameters("http://127.0.0.1/a b"), "has a space"],
    ["a line in the path", parameters("http://127.0.0.1/a\r\nX: y"), "The URL of the webhook"],
    ["a host with an empty label", parameters("http://a..b/"), "a..b is no name of a host"],
  ])("%s", async (_what, env, said) => {
    const { code, output } = await notify({ env: { NOTIFY_HOSTNAME: "db1", ...env } });
    expect(output).toContain(said);
    expectOneLine(output);
    expect(code).toBe(2);
  });

  test("an empty standard input with --bulk", async () => {
    expect(await notify({ args: ["--bulk"], env: parameters("") })).toEqual({
      code: 2,
      output: "There is no notification on the standard input\n",
    });
  });

  test("a file of the secret that is not there", async () => {
    const { code, output } = await notify({
      args: ["--secret-file", "/nowhere/secret"],
      env: { NAGIOS_HOSTNAME: "db1" },
    });
    expect(output).toBe("The file of the secret cannot be read: No such file or directory\n");
    expect(code).toBe(2);
  });
});
