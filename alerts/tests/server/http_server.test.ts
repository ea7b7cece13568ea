import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { GuestLimits } from "../../src/server/guests.ts";
import { type HttpServer, serveHttp } from "../../src/server/http_server.ts";

let server: HttpServer, sockets: Socket[] = [], failures: unknown[] = [], asked: string[] = [];
/** Holds up answers to `/slow`. */
let gate = Promise.withResolvers<void>();

function start(limits: GuestLimits = {}): HttpServer {
  failures = [];
  asked = [];
  gate = Promise.withResolvers();
  server = serveHttp({
    address: { hostname: "127.0.0.1", port: 0 },
    isKnown: (authorization) => authorization === "Bearer s3cret",
    limits,
    failed: (error) => failures.push(error),
    async answer(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      if (pathname === "/slow") await gate.promise;
      if (pathname === "/long") return new Response("x".repeat(50_000_000));
      if (pathname === "/unread") return new Response("unread", { status: 401 });
      if (pathname === "/broken") throw new TypeError("A mistake");
      const text = await request.text().catch(() => "cut off");
      return new Response(`${request.method} ${pathname} ${text}`);
    },
  });
  return server;
}
afterEach(async () => {
  gate.resolve();
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.close(5_000);
});

interface Client {
  readonly socket: Socket;
  /** What came so far. */
  said(): string;
  readonly ended: Promise<unknown>;
}

/** Connects, sends a text as it is, and listens. */
function client(text = ""): Client {
  const socket = connect(Number(server.url.port), "127.0.0.1");
  const ended = new Promise((resolve) => socket.on("close", resolve));
  let said = "";
  socket.on("error", () => {});
  socket.on("data", (data) => said += data);
  socket.write(text);
  sockets.push(socket);
  return { socket, said: () => said, ended };
}

const SECRET = "Authorization: Bearer s3cret\r\n";
const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const answered = (one: Client, count: number, words = "200 OK") =>
  vi.waitFor(() => expect(one.said().split(words)).toHaveLength(count + 1), { timeout: 5_000 });

describe("a request", () => {
  test.each(["GET", "POST", "PUT", "DELETE"])("%s is answered", async (method) => {
    const { url } = start();
    const body = method === "GET" ? {} : { body: "hällo" };
    const response = await fetch(new URL("/path?a=b", url), { method, ...body });
    expect(await response.text()).toBe(`${method} /path ${method === "GET" ? "" : "hällo"}`);
  });

  test("in pieces, of a length that is not told, is answered", async () => {
    start();
    const one = client(
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    );
    one.socket.write("2\r\nde\r\n0\r\n\r\n");
    await answered(one, 1, "POST /a abcde");
  });

  test("and the next one come over one connection, also both at once", async () => {
    start();
    const one = client(get("/a") + get("/b"));
    await answered(one, 2);
    one.socket.write(get("/c"));
    await answered(one, 3);
    expect(server.connections()).toBe(1);
  });

  test.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["a name without end", `GET / HTTP/1.1\r\n${"x".repeat(100_000)}`],
    ["a TLS handshake", "\x16\x03\x01\x02\x00\x01"],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
    ],
    [
      "a length and pieces",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("that is %s ends the connection, and nothing else", async (_, text) => {
    start();
    const one = client(text);
    await one.ended;
    expect(one.said()).not.toContain("200 OK");
    await answered(client(get("/a")), 1);
    expect(failures).toEqual([]);
  });

  test.each([
    "GET http://elsewhere.example/ HTTP/1.1",
    "TRACE / HTTP/1.1",
    "CONNECT elsewhere.example:443 HTTP/1.1",
  ])("%s is refused", async (line) => {
    start();
    const one = client(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await one.ended;
    expect(one.said()).not.toContain("200 OK");
    await answered(client(get("/a")), 1);
    expect(failures).toEqual([]);
  });

  test("with many slashes is one about a path here", async () => {
    start();
    await answered(client(get("//elsewhere.example/a")), 1, "GET /elsewhere.example/a");
  });

  test("that is cut off in its body ends nothing", async () => {
    start();
    const one = client("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
    await vi.waitFor(() => expect(server.connections()).toBe(1));
    one.socket.destroy();
    await vi.waitFor(() => expect(server.connections()).toBe(0));
    await answered(client(get("/a")), 1);
  });

  test("whose answer fails costs one connection, and is told of", async () => {
    start();
    await client(get("/broken")).ended;
    await answered(client(get("/a")), 1);
    expect(failures).toMatchObject([{ message: "A mistake" }]);
  });

  test("whose body is not read is answered, and its connection ended", async () => {
    start();
    const one = client("POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nabc");
    await answered(one, 1, "401 Unauthorized");
    expect(one.said()).toMatch(/connection: close/i);
    await one.ended;
  });
});

describe("time", () => {
  const SHORT = { stranger: 50, request: 200 };

  test.each([
    ["says nothing", ""],
    ["never ends its head", "POST /a HTTP/1.1\r\nHost: x\r\n"],
    ["never ends its body", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc"],
    ["asks nothing more", get("/a")],
    ["waits for an answer for ever", get("/slow")],
    ["never reads its answer", get("/long")],
  ])("of a stranger who %s ends", async (_, text) => {
    start(SHORT);
    const one = client(text);
    if (text.includes("/long")) one.socket.pause();
    await vi.waitFor(() => expect(server.connections()).toBe(1), { interval: 1 });
    await vi.waitFor(() => expect(server.connections()).toBe(0), { timeout: 5_000 });
    one.socket.resume();
    await one.ended;
  });

  test("of a stranger who sends a byte now and then ends as well", async () => {
    start(SHORT);
    const one = client("GET /a HTTP/1.1\r\n");
    const drip = setInterval(() => one.socket.write("X"), 10);
    await one.ended;
    clearInterval(drip);
  });

  test("of a sender in a request ends later, and between requests not", async () => {
    start(SHORT);
    const idle = client(get("/a", SECRET));
    await answered(idle, 1);
    await client(
      `POST /a HTTP/1.1\r\nHost: x\r\n${SECRET}Content-Length: 100\r\n\r\nabc`,
    ).ended;
    idle.socket.write(get("/b", SECRET));
    await answered(idle, 2);
  });
});

describe("a crowd", () => {
  test("of strangers keeps no sender out, neither one who is here nor one who comes", async () => {
    start({ connections: 20 });
    const kept = client(get("/a", SECRET));
    await answered(kept, 1);
    const busy = client(get("/slow", SECRET));
    await vi.waitFor(() => expect(asked).toContain("/slow"));
    const crowd = Array.from({ length: 200 }, (_, at) => client(at % 2 ? "" : "POST / HT"));
    await vi.waitFor(() => expect(server.connections()).toBe(20));
    await answered(client(get("/a", SECRET)), 1);
    kept.socket.write(get("/b", SECRET));
    await answered(kept, 2);
    gate.resolve();
    await answered(busy, 1);
    expect(server.connections()).toBe(20);
    await crowd[0]!.ended;
  });

  test("of a crowd that comes at once ends no sender's before it is read, even without a grace", async () => {
    start({ connections: 4, grace: 0 });
    const crowd = Array.from(
      { length: 90 },
      (_, at) => ({ at, one: client(at % 3 === 0 ? get("/x", SECRET) : "") }),
    );
    for (const { at, one } of crowd) if (at % 3 === 0) await answered(one, 1);
  });
});

describe("close()", () => {
  test("lets those have their answer who wait for one, and ends the others", async () => {
    start();
    const silent = client(), slow = client(get("/slow"));
    await vi.waitFor(() => expect(server.connections()).toBe(2));
    const closed = server.close(10_000);
    gate.resolve();
    await Promise.all([closed, silent.ended, slow.ended]);
    expect(slow.said()).toContain("200 OK");
    expect(server.connections()).toBe(0);
  });

  test("waits for nobody for longer than it is told", async () => {
    start();
    const slow = client(get("/slow"));
    await vi.waitFor(() => expect(server.connections()).toBe(1));
    await server.close(1);
    await slow.ended;
  });
});
