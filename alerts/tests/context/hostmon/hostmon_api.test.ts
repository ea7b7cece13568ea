import { Agent } from "undici";
import { describe, expect, test } from "vitest";
import { hostmonApi } from "../../../src/context/hostmon/hostmon_api.ts";
import { hostmonProblem } from "../../../src/demo/hostmon_stand_in.ts";
import { Secret } from "../../../../src/secret.ts";
import { accessTo, SITE_SECRET, stalled, startSite } from "./sites.ts";

const SERVICES = ["objects", "host", "db1", "collections", "services"];
const NOT_OK = {
  columns: ["description"],
  query: { op: "!=", left: "state", right: "0" },
} as const;
const HOSTS = {
  db1: { services: [{ description: "Disk", state: 2 }, { description: "CPU", state: 0 }] },
};
const soon = () => AbortSignal.timeout(20_000);
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error) => error);

describe("list()", () => {
  test.each(["POST", "GET", "both"] as const)("finds the same rows by %s", async (forms) => {
    await using site = startSite({ hosts: HOSTS, forms });
    const answer = await hostmonApi(accessTo(site)).list(SERVICES, NOT_OK, soon());
    expect(answer).toMatchObject({ value: [{ extensions: { description: "Disk" } }] });
    expect(answer).toHaveProperty("value.length", 1);
  });

  test("asks a newer site once, with the query in the body", async () => {
    await using site = startSite({ hosts: HOSTS, forms: "POST" });
    const api = hostmonApi(accessTo(site));
    await api.list(SERVICES, NOT_OK, soon());
    await api.list(SERVICES, NOT_OK, soon());
    expect(site.requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(JSON.parse(site.requests[0]!.body)).toEqual(NOT_OK);
    expect(site.requests[0]!.path).toBe(
      "/main/check_mk/api/1.0/objects/host/db1/collections/services",
    );
  });

  test("remembers what an older site takes", async () => {
    await using site = startSite({ hosts: HOSTS, forms: "GET" });
    const api = hostmonApi(accessTo(site));
    await api.list(SERVICES, NOT_OK, soon());
    await api.list(SERVICES, NOT_OK, soon());
    expect(site.requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
    const { searchParams } = new URL(site.requests[1]!.path, site.url);
    expect(JSON.parse(searchParams.get("query")!)).toEqual(NOT_OK.query);
    expect(searchParams.getAll("columns")).toEqual(["description"]);
  });

  test("finds its way after an update of the site", async () => {
    let forms: "GET" | "POST" = "GET";
    await using site = startSite({
      hosts: HOSTS,
      fault: ({ method, path }) =>
        path.includes("/services") && method !== forms
          ? hostmonProblem(405, "Method Not Allowed", "")
          : undefined,
    });
    const api = hostmonApi(accessTo(site));
    await api.list(SERVICES, NOT_OK, soon());
    forms = "POST";
    await api.list(SERVICES, NOT_OK, soon());
    await api.list(SERVICES, NOT_OK, soon());
    expect(site.requests.map(({ method }) => method)).toEqual(
      ["POST", "GET", "GET", "POST", "POST"],
    );
  });

  test.each(["POST", "GET"] as const)(
    "says of an unknown host what the site says (%s)",
    async (forms) => {
      await using site = startSite({ forms });
      const error = await failure(hostmonApi(accessTo(site)).list(SERVICES, NOT_OK, soon()));
      expect(error).toMatchObject({
        code: "NOT_FOUND",
        message: "404: Not Found (Host not found: 'db1')",
      });
    },
  );

  test("does not try another form after other failures", async () => {
    await using site = startSite({ fault: () => hostmonProblem(403, "Forbidden", "Not you") });
    const error = await failure(hostmonApi(accessTo(site)).list(SERVICES, NOT_OK, soon()));
    expect(error.message).toBe("403: Forbidden (Not you)");
    expect(site.requests).toHaveLength(1);
  });
});

describe("hostmonApi()", () => {
  const get = (site: { site: URL }, signal = soon()) =>
    hostmonApi(accessTo(site)).get(["version"], {}, signal);

  test("proves who it is by user and secret, and asks for JSON", async () => {
    await using site = startSite();
    await get(site);
    const { headers } = site.requests[0]!;
    expect(headers.get("authorization")).toBe(`Bearer bot ${SITE_SECRET}`);
    expect(headers.get("accept")).toBe("application/json");
  });

  test("says when the secret is wrong", async () => {
    await using site = startSite({ secret: "another" });
    const error = await failure(get(site));
    expect(error).toMatchObject({
      code: "HOSTMON_REFUSED",
      status: 401,
      message: "401: Unauthorized (Wrong credentials (Bearer header))",
    });
    expect(error.hint).toContain("HOSTMON_API_SECRET");
  });

  test.each([301, 302, 303, 307, 308])("does not follow a redirect (%i)", async (status) => {
    await using elsewhere = startSite();
    await using site = startSite({
      fault: () => new Response(null, { status, headers: { location: elsewhere.site.href } }),
    });
    expect(await failure(get(site))).toMatchObject({ code: "REDIRECTED", message: `${status}` });
    expect(elsewhere.requests).toEqual([]);
  });

  test("says when there is a page in place of the API", async () => {
    const page = "<html><form action=login.py><input name=_password></form></html>";
    await using site = startSite({
      fault: () => new Response(page, { headers: { "content-type": "text/html" } }),
    });
    const error = await failure(get(site));
    expect(error.code).toBe("NOT_JSON");
    expect(`${error.message}${error.cause}`).not.toContain("login.py");
  });

  test.each([
    [500, "<html>Internal Server Error</html>", "SERVER_ERROR", "500"],
    [404, "<html>Not Found</html>", "NOT_FOUND", "404"],
    [502, "", "SERVER_ERROR", "502"],
    [
      400,
      '{"title":"Bad Request","detail":"no\\u001b[31m colours"}',
      "BAD_ANSWER",
      "400: Bad Request (no colours)",
    ],
    [403, '{"title":7,"detail":{},"fields":[]}', "HOSTMON_REFUSED", "403"],
    [500, '{"title":"Crash"}', "SERVER_ERROR", "500: Crash"],
    [204, undefined, "BAD_ANSWER", "204"],
  ])("describes %i %s", async (status, body, code, message) => {
    await using site = startSite({ fault: () => new Response(body ?? null, { status }) });
    expect(await failure(get(site))).toMatchObject({ code, message });
  });

  test("refuses an answer that would fill the memory", async () => {
    await using site = startSite({
      fault: () => new Response(JSON.stringify({ value: "x".repeat(5 * 2 ** 20) })),
    });
    expect(await failure(get(site))).toMatchObject({ code: "BAD_ANSWER" });
  });

  test("takes the secret out of whatever the site answers", async () => {
    await using site = startSite({
      fault: ({ method, path }) =>
        path.endsWith("version")
          ? Response.json({ site: `of ${SITE_SECRET}` })
          : hostmonProblem(400, `no ${SITE_SECRET}`, method),
    });
    expect(await get(site)).toEqual({ site: "of [secret]" });
    const error = await failure(hostmonApi(accessTo(site)).get(["objects"], {}, soon()));
    expect(error.message).toBe("400: no [secret] (GET)");
  });

  test("encodes names, so that a path stays what it is", async () => {
    await using site = startSite();
    const name = "a/../../b?x=#ä b%2f";
    const api = hostmonApi(accessTo(site));
    await failure(api.get(["objects", "host", name], { columns: ["a&b", "c"] }, soon()));
    expect(site.requests[0]!.path).toBe(
      "/main/check_mk/api/1.0/objects/host/" +
        "a%2F..%2F..%2Fb%3Fx%3D%23%C3%A4%20b%252f?columns=a%26b&columns=c",
    );
  });

  test("ends with its signal", async () => {
    const asked = Promise.withResolvers<void>();
    await using site = startSite({
      fault: () => {
        asked.resolve();
        return stalled();
      },
    });
    const over = new AbortController();
    const answer = failure(get(site, over.signal));
    await asked.promise;
    over.abort(new Error("over"));
    expect((await answer).message).toBe("over");
  });

  test("says when nothing listens", async () => {
    const error = await failure(get({ site: new URL("http://127.0.0.1:1/main") }));
    expect(error).toMatchObject({
      code: "CONNECTION_REFUSED",
      message: "Nothing listens at 127.0.0.1:1",
    });
    expect(error.hint).toContain("HOSTMON_API_URL");
  });

  test("uses connections of its own if told so", async () => {
    await using site = startSite();
    const dispatcher = new Agent();
    const origins: string[] = [];
    dispatcher.on("connect", (origin) => origins.push(origin.origin));
    await hostmonApi({ ...accessTo(site), secret: new Secret(SITE_SECRET), dispatcher })
      .get(["version"], {}, soon());
    expect(origins).toEqual([site.url.origin]);
    await dispatcher.close();
  });
});
