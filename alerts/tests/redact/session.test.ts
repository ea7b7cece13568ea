import { describe, expect, test } from "vitest";
import { keepEnd } from "../../src/redact/keep_end.ts";
import { redactValue } from "../../src/redact/redact_value.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { key, noise } from "./fake.ts";

describe("Redactor", () => {
  test("numbers by first appearance, within a type and across the items of a case", () => {
    const redactor = new Redactor();
    const items = [
      "password=hunter2 by bob@example.org",
      "ada@example.org set password=tr0ub4dor",
      "bob@example.org used --password hunter2",
    ];
    expect(items.map((item) => redactor.redact(item).text)).toEqual([
      "password=[PASSWORD#1] by [EMAIL#1]",
      "[EMAIL#2] set password=[PASSWORD#2]",
      "[EMAIL#1] used --password [PASSWORD#1]",
    ]);
    expect([...redactor.counts()].sort()).toEqual([["email", 3], ["flag", 1], ["password", 2]]);
  });

  test("names no value as a placeholder of somebody else", () => {
    const redactor = new Redactor();
    expect(redactor.redact("[EMAIL#1] and [EMAIL#2] wrote to ada@example.org").text)
      .toBe("[EMAIL#1] and [EMAIL#2] wrote to [EMAIL#3]");
    expect(redactor.redact("bob@example.org, [EMAIL#3]").text).toBe("[EMAIL#4], [EMAIL#3]");
  });

  test("hides what sticks to a placeholder that a log only pretends", () => {
    expect(new Redactor().redact("password=[PASSWORD#1]hunter2").text)
      .toBe("password=[PASSWORD#1][PASSWORD#2]");
  });

  test("hides secrets that it was told, in each of their forms", () => {
    const own = `Own/${noise(12)}=`;
    const redactor = new Redactor({ known: [own, "tiny"] });
    const text = `${own} ${encodeURIComponent(own)} ${btoa(own)} tiny`;
    expect(redactor.redact(text).text).toMatch(/^\[SECRET#1\] \[SECRET#2\] \[SECRET#3\]=* tiny$/);
    expect(redactor.counts().get("known_secret")).toBe(3);
  });

  test.each([
    String.raw`{"url":"?password=\u0026x1y2"}`,
    String.raw`{"a":"password is 'hunter2\u0022"}`,
    String.raw`{"a":"password=hunter2\u0026next=1\u003c"}`,
    String.raw`{"a":"\u001b[31mpassword\u001b[0m=hunter2\u001b[0m"}`,
  ])("leaves no half of an escape in %s", (text) => {
    const out = new Redactor().redact(text).text;
    expect(() => JSON.parse(out)).not.toThrow();
    expect(out).toContain("[PASSWORD#1]");
  });

  test("sees at once what only the absence of another secret shows", () => {
    const { text } = new Redactor().redact("--password is password is db:5432");
    expect(new Redactor().redact(text).findings).toEqual([]);
  });

  test("hides names upon names as a whole", () => {
    expect(new Redactor().redact("key=".repeat(1000)).findings).toHaveLength(1);
  });

  test("hides the rest of a line with thousands of secrets, and goes on below", () => {
    const { text, findings } = new Redactor().redact(`${"pin=4829 ".repeat(5000)}\npin=4829 ok`);
    expect(findings).toHaveLength(4098);
    expect(text).toMatch(/ pin=\[PASSWORD#1\] \[PASSWORD#2\] \npin=\[PASSWORD#1\] ok$/);
  });

  test.each(["--password ", "password is '", "identified by '", "Bearer ", "curl -u ada:"])(
    "lets no end of a long secret through after %j",
    (before) => {
      const { text } = new Redactor().redact(`${before}${noise(6000)}`);
      expect(text).toMatch(/\[\w+#1\]$/);
    },
  );

  test("hides all of a list that is in another one", () => {
    expect(new Redactor().redact('key:["a","password":["hunter2","hunter3"]]').text)
      .toBe('key:["a","password":["[PASSWORD#1]","[PASSWORD#2]"]]');
  });

  test("is not exhausted by megabytes of lines that a block may have", () => {
    // A pattern that repeats a group keeps a place for each repetition, until no stack is left.
    const lines = `${noise(64, "base64")}\n`.repeat(60_000);
    expect(new Redactor().redact(`${lines}ready`).text).toBe("[PRIVATE_KEY#1]\nready");
  });

  test("shows no secret when it is printed", () => {
    const redactor = new Redactor({ known: ["own-secret-1"] });
    const redaction = redactor.redact("password=hunter2 own-secret-1");
    const shown = Deno.inspect(redactor, { depth: 9 }) + JSON.stringify(redactor) +
      JSON.stringify(redaction);
    expect(shown).not.toMatch(/hunter2|own-secret/);
  });
});

describe("redactValue()", () => {
  test.each(["--", "-", "-x", "--quiet"])(
    "redacts a list under a secret name, also after %j",
    (flag) => {
      const { value } = redactValue({ password: [flag, "hunter2"] }, new Redactor());
      expect(value.password[1]).toMatch(/^\[PASSWORD#\d\]$/);
    },
  );

  test("redacts what a pod, an event and labels hold", () => {
    const redactor = new Redactor({});
    const { value, findings } = redactValue({
      kind: "Pod",
      spec: {
        args: ["--user", "app", "--db-password", "open sesame", "--token=abc123"],
        env: [{ name: "API_TOKEN", value: "abc123" }, { name: "LEVEL", value: "info" }],
        credentials: { pin: 4829, password: ["one two", "three"], enabled: true, none: null },
      },
      labels: { "ada@example.org": 3, restarts: 12 },
      message: `pull with ${key("ghp_", noise(36))} failed`,
    }, redactor);
    expect(value).toEqual({
      kind: "Pod",
      spec: {
        args: ["--user", "app", "--db-password", "[PASSWORD#1]", "--token=[TOKEN#1]"],
        env: [{ name: "API_TOKEN", value: "[TOKEN#1]" }, { name: "LEVEL", value: "info" }],
        credentials: {
          pin: "[PASSWORD#2]",
          password: ["[PASSWORD#3]", "[PASSWORD#4]"],
          enabled: true,
          none: null,
        },
      },
      labels: { "[EMAIL#1]": 3, restarts: 12 },
      message: "pull with [TOKEN#2] failed",
    });
    expect(findings[0]).toEqual({
      rule: "password",
      placeholder: "[PASSWORD#1]",
      at: 0,
      pointer: "/spec/args/3",
    });
    expect(findings.find(({ rule }) => rule === "email")?.pointer).toBe("/labels");
  });

  test("loses no entry where two keys become one, and keeps a key named __proto__", () => {
    const redactor = new Redactor();
    redactor.redact("ada@example.org");
    const given = JSON.parse('{"ada@example.org":1,"[EMAIL#1]":2,"__proto__":{"token":"abc123"}}');
    expect(JSON.stringify(redactValue(given, redactor).value))
      .toBe('{"[EMAIL#1]":1,"[EMAIL#1] (2)":2,"__proto__":{"token":"[TOKEN#1]"}}');
  });
});

describe("keepEnd()", () => {
  test.each([
    ["short", 10, "short"],
    ["one\ntwo\nthree", 9, "two\nthree"],
    ["one\ntwo\nthree", 10, "two\nthree"],
    ["one\ntwo\n", 5, "two\n"],
    ["a very long line", 9, "long line"],
    ["abcdef", 3, "def"],
    ["abc", 0, ""],
    ["x€€", 5, "€"],
    ["x😀😀", 7, "😀"],
    ["[PASSWORD#1] x", 8, "x"],
    ["a [PASSWORD#1]", 5, ""],
    ["one\n[EMAIL#1] [EMAIL#2]", 12, "[EMAIL#2]"],
  ])("of %j with %i bytes keeps %j", (text, limit, kept) => {
    expect(keepEnd(text, limit)).toBe(kept);
  });
});
