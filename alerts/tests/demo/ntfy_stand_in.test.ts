import { describe, expect, test } from "vitest";
import { type NtfyStandInOptions, startNtfy } from "../../src/demo/ntfy_stand_in.ts";

async function post(
  path: string,
  body: string,
  headers: Record<string, string> = {},
  options: NtfyStandInOptions = {},
) {
  await using ntfy = startNtfy({ now: () => 0, ...options });
  const answer = await fetch(new URL(path, ntfy.url), { method: "POST", body, headers });
  return { ...await answer.json(), published: ntfy.published };
}

describe("startNtfy()", () => {
  test("answers with the message that subscribers get", async () => {
    const headers = { title: "Disk", p: "4", tags: "warning,media", click: "https://a.example" };
    const { published, ...answer } = await post("/alerts", " 87 %\n", headers);
    expect(answer).toEqual({
      id: "canned1",
      time: 0,
      expires: 43_200,
      event: "message",
      topic: "alerts",
      title: "Disk",
      message: "87 %",
      priority: 4,
      tags: ["warning", "media"],
      click: "https://a.example",
    });
    expect(published).toHaveLength(1);
  });

  test.each([
    ["/a/b", "x", {}, 40401],
    ["/docs", "x", {}, 40010],
    ["/alerts", "x", { priority: "6" }, 40007],
    ["/alerts", "ä".repeat(2049), {}, 40014],
    ["/alerts", "x", { authorization: "Bearer other" }, 40101],
  ])("POST %s is refused", async (path, body, headers, code) => {
    expect(await post(path, body, headers)).toMatchObject({
      code,
      http: Math.floor(code / 100),
      published: [],
    });
  });

  test("without a token nobody writes where one is needed, nor does a reader", async () => {
    const options = { token: "tk_a", readers: ["tk_b"] };
    expect(await post("/a", "x", {}, options)).toMatchObject({ code: 40301 });
    expect(await post("/a", "x", { authorization: "Bearer tk_b" }, options))
      .toMatchObject({ code: 40301 });
    expect(await post("/a", "x", { authorization: "Bearer tk_a" }, options))
      .toMatchObject({ event: "message" });
  });

  test("makes an attachment of a long text, if it may", async () => {
    expect(await post("/a", "ä".repeat(2048), {}, { attachments: true }))
      .toMatchObject({ message: "ä".repeat(2048) });
    expect(await post("/a", "ä".repeat(2049), {}, { attachments: true }))
      .toMatchObject({ message: "You received a file: attachment.txt" });
  });

  test("limits requests: a burst, then one in five seconds", async () => {
    let now = 0;
    await using ntfy = startNtfy({ burst: 2, now: () => now });
    const codes = [];
    for (const time of [0, 0, 0, 4999, 9999, 9999]) {
      now = time;
      const answer = await fetch(new URL("/a", ntfy.url), { method: "POST", body: "x" });
      codes.push((await answer.json()).code);
    }
    expect(codes).toEqual([undefined, undefined, 42901, 42901, undefined, 42901]);
  });

  test("decodes words of RFC 2047 next to each other", async () => {
    const title = "=?UTF-8?B?w6Q=?= =?utf-8?b?w7Y=?= and =?UTF-8?B?w7w=?=";
    expect(await post("/a", "x", { title })).toMatchObject({ title: "äö and ü" });
  });
});
