import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FINDERS } from "../../src/redact/finders.ts";
import { findSecrets } from "../../src/redact/find_secrets.ts";
import { keepEnd } from "../../src/redact/keep_end.ts";
import { placeholderPattern } from "../../src/redact/placeholder.ts";
import { type JsonValue, redactValue } from "../../src/redact/redact_value.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import type { Finder } from "../../src/redact/span.ts";
import { key, noise, pem } from "./fake.ts";
import { HOSTILE, hostileText, SHAPES } from "./hostile.ts";
import { NEGATIVES } from "./negatives.ts";
import { POSITIVES } from "./positives.ts";

const LINES = [...POSITIVES.map((text) => text.replaceAll(/[«»]/g, "")), ...NEGATIVES];

/** Pieces that rules look for, in any order: what no person writes, and what trips a scanner. */
const pieces = fc.constantFrom(
  ...["password", "token", "key", "secret", "Authorization", "Cookie", "Bearer ", "Basic ", "name"],
  ...[
    "=",
    ":",
    ": ",
    " = ",
    "=>",
    "%3D",
    "&",
    ";",
    ",",
    "@",
    "%40",
    "://",
    "/",
    ".",
    "-",
    "--",
    "_",
  ],
  ...[
    '"',
    "'",
    "`",
    '\\"',
    '\\\\\\"',
    "\\n",
    "\\u0026",
    "\\u0022",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "|",
  ],
  ...[" ", "\n", "\r\n", "\t", "\x1b[31m", "\x1b[0m", "\uffff", "\ud800", "é", "€", "😀"],
  ...["hunter2", "abc123", "a", "the", "null", "***", "1", "4096", "example.org", "db:5432", "ada"],
  ...[
    "[EMAIL#1]",
    "[PASSWORD#2]",
    "[TOKEN#1]",
    "eyJhbGciOi",
    "ghp_",
    "-----BEGIN PRIVATE KEY-----",
  ],
  ...["-----END PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0B", "is ", "|\n  x", "password is "],
);
const jumble = fc.array(fc.oneof({ weight: 8, arbitrary: pieces }, fc.string({ maxLength: 6 })), {
  maxLength: 24,
}).map((parts) => parts.join(""));
const log = fc.array(fc.constantFrom(...LINES), { maxLength: 6 }).map((lines) => lines.join("\n"));
const anyText = fc.oneof(jumble, log, fc.string({ unit: "binary", maxLength: 80 }));

describe("redaction", () => {
  test("changes nothing the second time, by the same redactor or by another", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const redactor = new Redactor();
        const once = redactor.redact(text).text;
        expect(redactor.redact(once)).toEqual({ text: once, findings: [] });
        expect(new Redactor().redact(once)).toEqual({ text: once, findings: [] });
      }),
      { numRuns: 3000 },
    );
  });

  test("gives the same result each time, and its findings tell where and what", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const redactor = new Redactor();
        const redaction = redactor.redact(text);
        expect(new Redactor().redact(text)).toEqual(redaction);
        let total = 0;
        for (const count of redactor.counts().values()) total += count;
        expect(total).toBe(redaction.findings.length);
        // What stands before the first finding is untouched, and there its placeholder begins.
        const [first] = redaction.findings;
        if (first) {
          expect(redaction.text.startsWith(text.slice(0, first.at) + first.placeholder)).toBe(true);
        } else expect(redaction.text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("gives the same whether lines come as one text or as items of one case", () => {
    // Lines that need no other line, and that nobody has redacted before.
    const single = LINES.filter((line) => !/[\n\r\0]|-----|#\d\]/.test(line)).map((line) =>
      `${line} ;`
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...single), { maxLength: 8 }), (lines) => {
        const together = new Redactor().redact(lines.join("\n")).text;
        const redactor = new Redactor();
        expect(lines.map((line) => redactor.redact(line).text).join("\n")).toBe(together);
      }),
      { numRuns: 500 },
    );
  });

  test("looks again only where something changed, and finds what looking everywhere finds", () => {
    const everywhere = FINDERS.map((find): Finder => (view) => find(view));
    const filler = fc.constantFrom(" plain words", " level=info took=3ms", "\n", "x".repeat(40));
    const long = fc.tuple(fc.oneof(jumble, log, fc.constantFrom(...HOSTILE)), filler)
      .map(([text, words]) => `${text} ${words.repeat(Math.ceil(1500 / words.length))}`);
    const texts = fc.array(fc.oneof(long, anyText), { maxLength: 12 }).map((all) => all.join(" "));
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSecrets(text, FINDERS)).toEqual(findSecrets(text, everywhere));
      }),
      { numRuns: 300 },
    );
  });

  test.each(HOSTILE)("is as sure of a text of nothing but %j", (unit) => {
    const everywhere = FINDERS.map((find): Finder => (view) => find(view));
    for (const shape of Object.values(SHAPES)) {
      const text = hostileText(shape(unit), 7000);
      expect(findSecrets(text, FINDERS)).toEqual(findSecrets(text, everywhere));
      const once = new Redactor().redact(text).text;
      expect(new Redactor().redact(once)).toEqual({ text: once, findings: [] });
    }
  });

  const secrets: readonly (readonly [string, string])[] = [
    ["provider key", key("ghp_", noise(36))],
    ["key of a model", key("sk-ant-", `api03-${noise(60)}`)],
    ["private key", pem()],
    ["private key in a string", pem("RSA PRIVATE KEY", "\\n")],
    ["address", "ada.lovelace@example.org"],
    ["assignment", `password=${noise(12)}`],
    ["JSON", `"api_key":"${noise(20)}"`],
    ["URL", `postgres://app:${noise(14)}@db/shop`],
    ["header", `Authorization: Bearer ${noise(30)}`],
  ];
  const around = fc.array(
    fc.constantFrom(
      ...[
        '"',
        "'",
        "`",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ",",
        ";",
        "|",
        " ",
        "\n",
        "\r\n",
        "\t",
      ],
      ...[
        "\x1b[31m",
        "\x1b[0m",
        "\\n",
        "\\t",
        "\\u0026",
        "level=info ",
        "2026-11-21T02:27:00Z ",
        "é ",
      ],
      ...["msg=", "null", "key: ", "x: 1\n", '{"a":1,', "[EMAIL#1] ", "😀", "%20 "],
    ),
    { maxLength: 6 },
  ).map((parts) => parts.join(""));

  test.each(secrets)("lets no %s through, whatever stands around it", (_, secret) => {
    fc.assert(
      fc.property(around, around, (before, after) => {
        // A letter that sticks to an address or a name becomes part of it.
        const text = `${before.replace(/[\w%]$/, "$& ")}${secret}${after}`;
        const out = new Redactor().redact(text).text;
        const core = /[A-Za-z0-9+/]{12,}|ada\.lovelace/g;
        for (const [part] of secret.matchAll(core)) {
          if (/^(?:Authorization|password)$/.test(part)) continue;
          expect(out).not.toContain(part);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("finds a secret as deep in JSON strings as anybody nests them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.string({ minLength: 4, maxLength: 12 }),
        (depth, odd) => {
          const secret = `Zq9${odd}x7Kp`;
          let text = JSON.stringify({ user: "app", password: secret, next: 1 });
          for (let level = 0; level < depth; level++) text = JSON.stringify({ log: text });
          const out = new Redactor().redact(text).text;
          expect(out).not.toContain("Zq9");
          expect(out).not.toContain("x7Kp");
          let value = JSON.parse(out);
          for (let level = 0; level < depth; level++) value = JSON.parse(value.log);
          expect(value).toEqual({ user: "app", password: "[PASSWORD#1]", next: 1 });
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("redactValue()", () => {
  const shape = (value: JsonValue): unknown =>
    Array.isArray(value)
      ? value.map(shape)
      : value !== null && typeof value === "object"
      ? Object.values(value).map(shape)
      : value === null || typeof value === "boolean"
      ? value
      : "leaf";
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      anyText,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom("password", "name", "value", "token", "__proto__"), jumble),
        tie("value"),
        {
          maxKeys: 4,
        },
      ),
    ),
  }));

  test("keeps the structure and is idempotent", () => {
    fc.assert(
      fc.property(value, (given) => {
        const redactor = new Redactor();
        const { value: once } = redactValue(given, redactor);
        expect(shape(once)).toEqual(shape(given));
        expect(redactValue(once, redactor)).toEqual({ value: once, findings: [] });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("keepEnd()", () => {
  test("keeps to the limit, keeps an end, and cuts no character and no placeholder", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 200 }), (text, limit) => {
        const redacted = new Redactor().redact(text.toWellFormed()).text;
        const kept = keepEnd(redacted, limit);
        expect(new TextEncoder().encode(kept).length).toBeLessThanOrEqual(limit);
        expect(redacted.endsWith(kept)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        const all = [...redacted.matchAll(placeholderPattern())].map(([found]) => found);
        const left = [...kept.matchAll(placeholderPattern())].map(([found]) => found);
        expect(left).toEqual(left.length === 0 ? [] : all.slice(-left.length));
        expect(kept).not.toMatch(/^[A-Z_]*#\d+\]/);
      }),
      { numRuns: 1000 },
    );
  });
});
