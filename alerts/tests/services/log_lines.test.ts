import { connect } from "node:net";
import { expect, test } from "vitest";
import { commandArguments } from "../../../tests/command_arguments.ts";
import { notification } from "./alerts.ts";
import { SECRET, startService } from "./service_process.ts";

const COMMAND = [Deno.execPath(), ...commandArguments("analyzer")] as [string, ...string[]];

/** Requests as they go over the wire, and what their answer begins with. */
const BODY = JSON.stringify(notification("A"));
const HEAD = `POST /webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${SECRET}\r\n`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n`;
const REQUESTS: Readonly<Record<string, readonly [string, string]>> = {
  "a body in chunks": [
    `${CHUNKED}Connection: close\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    "HTTP/1.1 200 ",
  ],
  "a body in chunks that are none": [`${CHUNKED}\r\nzz\r\n`, "HTTP/1.1 400 "],
  "no secret, and a body in chunks": [
    "POST /webhook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
    "HTTP/1.1 401 ",
  ],
  "no JSON": [`${HEAD}Content-Length: 1\r\nConnection: close\r\n\r\n{`, "HTTP/1.1 400 "],
  "no HTTP": ["\x16\x03\x01", "HTTP/1.1 400 "],
};

test("whatever is sent, the log is one JSON document a line, and nothing else is written", async () => {
  await using service = await startService(COMMAND, {
    PATH: Deno.env.get("PATH")!,
    HOME: Deno.env.get("HOME")!,
    PUSH_PUBLISH_URL: "http://127.0.0.1:1",
    API_BASE_URL: "http://127.0.0.1:1",
    STOP_SECONDS: "0",
    LOG_LEVEL: "debug",
  });
  const port = Number(service.url.port);
  for (const [what, [text, beginning]] of Object.entries(REQUESTS)) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      let said = "";
      socket.on("data", (data) => said += data);
      socket.on("error", () => {});
      socket.on("close", () => resolve(said));
    });
    expect(answer.slice(0, beginning.length), what).toBe(beginning);
  }
  // One that leaves in the midst of its body.
  await new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${CHUNKED}\r\n5\r\nab`, () => socket.destroy());
    });
    socket.on("close", () => resolve());
  });
  expect((await fetch(new URL("/health", service.url))).status).toBe(200);
  // A line that is no JSON would end the reading of the log.
  const { code } = await service.end("SIGTERM");
  expect([code, service.errors()]).toEqual([0, ""]);
  expect(service.log.at(-1)!.properties["event"]).toBe("stopped");
});
