import { entropy } from "./entropy.ts";
import { isLogin } from "./is_login.ts";
import type { KeyWord } from "./key_words.ts";
import type { SecretType } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";
import { mergeSpans } from "./merge_spans.ts";
import { isSecretValue } from "./secret_value.ts";
import type { Span } from "./span.ts";

const PASSWORD: KeyWord = { rule: "password", type: "PASSWORD" };
const TOKEN: KeyWord = { rule: "token", type: "TOKEN" };

/** A way to mention a secret without a separator: the pattern, and in group `value` the secret. */
interface Mention {
  readonly rule: RuleName;
  readonly type: SecretType;
  /** With the flags `d` for places, `g`, `i`; each repetition has a bound. */
  readonly pattern: RegExp;
  /** Whether the value is one. @default all are */
  readonly accept?: (value: string) => boolean;
}

const MENTIONS: readonly Mention[] = [
  {
    rule: "bearer",
    type: "TOKEN",
    pattern: /(?<![a-z0-9])bearer[ \v]{1,4}(?<value>[\w.~+/=-]{8,4096})/dgi,
    accept: (value) => /\d/.test(value) || value.length >= 24 && entropy(value) >= 3.5,
  },
  {
    rule: "basic",
    type: "CREDENTIALS",
    pattern: /(?<![a-z0-9])basic[ \v]{1,4}(?<value>[a-z0-9+/]{6,2048}={0,2})/dgi,
    accept: isLogin,
  },
  {
    rule: "password",
    type: "PASSWORD",
    pattern:
      /(?<![a-z0-9])(?:password|passwd|passphrase|passcode|pwd)[\\"']{0,4}[ \v]{1,4}(?:(?:is|was|of|set to|changed to|to be|value|=>)[ \v]{1,4})(?:[\\]{0,7}["'`](?<quoted>[^"'`\n\\]{2,256})|(?<value>[^\s"'`]{3,255}[^\s"'`.,;:]))/dgi,
    accept: (value) => /\d|[^\w.,;:!?)'"-]/.test(value) && isSecretValue(PASSWORD, value),
  },
  {
    rule: "password",
    type: "PASSWORD",
    pattern:
      /(?<![a-z0-9])(?:password|identified[ \v]{1,4}(?:with[ \v]{1,4}[\w"'`]{1,40}[ \v]{1,4})?(?:by|as)(?:[ \v]{1,4}password)?)[ \v]{1,4}[\\]{0,7}['"](?<value>[^'"\n\\]{1,256})/dgi,
    accept: (value) => isSecretValue(PASSWORD, value, { quoted: true }),
  },
  {
    rule: "token",
    type: "TOKEN",
    pattern:
      /(?<![a-z0-9])(?:token|secret|api[ _-]?key|access[ _-]?key|secret[ _-]?key|auth[ _-]?key|private[ _-]?key|jwt|credentials?)[\\"']{0,4}[ \v]{1,4}(?:(?:is|was|of|value|id)[ \v]{1,4})?[\\]{0,7}["'`(<]?(?<value>[\w.~+/=:-]{12,1024})/dgi,
    accept: isNoisy,
  },
  {
    // password hunter2, the secret is hunter2
    rule: "password",
    type: "PASSWORD",
    pattern:
      /(?<![\w-])(?:(?:password|passwd|passphrase|pwd)|(?:secret|token|api[ _-]?key)[ \v]{1,4}(?:is|was))[ \v]{1,4}(?<value>[^\s"'`(),;]{5,255}[^\s"'`(),;:.])/dgi,
    accept: isMixed,
  },
  {
    // Password for user root: hunter2
    rule: "password",
    type: "PASSWORD",
    pattern:
      /(?<![a-z0-9])(?:password|passphrase)[ \v]{1,4}(?:for|of)[ \v]{1,4}[^\n\f:]{1,80}:(?:\/\/[^\s:]{1,80}:)?[ \v]{1,4}(?<value>[^\s"'`]{3,255}[^\s"'`.,;:])/dgi,
    accept: (value) => /\d|[^\w.,;:!?)'"-]/.test(value) && isSecretValue(PASSWORD, value),
  },
  {
    // --password hunter2, "--token", "…"
    rule: "flag",
    type: "PASSWORD",
    pattern:
      /(?<![\w-])--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:password|passwd|passphrase|pass|pwd|pw)(?:[\\]{0,7}["'][ \v\f\n]{0,8},?[ \v\f\n]{0,24}[\\]{0,7}["']|[ \v]{1,4}[\\]{0,7}["']|[ \v]{1,4})(?<value>(?!--)[^\s"'\\\uffff]{2,512})/dgi,
    accept: (value) => isSecretValue(PASSWORD, value, { tight: true }),
  },
  {
    rule: "flag",
    type: "TOKEN",
    pattern:
      /(?<![\w-])--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:token|secret|api-?key|access-?key|secret-?key|auth-?key|private-?key|account-?key)(?:[\\]{0,7}["'][ \v\f\n]{0,8},?[ \v\f\n]{0,24}[\\]{0,7}["']|[ \v]{1,4}[\\]{0,7}["']|[ \v]{1,4})(?<value>(?!-)[^\s"'\\\uffff]{4,1024})/dgi,
    accept: (value) => isSecretValue(TOKEN, value, { tight: true }),
  },
  {
    // curl -u user:password
    rule: "flag",
    type: "PASSWORD",
    pattern:
      /(?<![\w-])(?:-u|--user|--proxy-user|-U)[ \v]{0,4}[\\]{0,7}["']?[^\s"':\\/\uffff]{1,64}:(?<value>[^\s"'\\\uffff]{1,256})/dg,
    accept: (value) => !/^(?:\d{1,5}|\/.*)$/.test(value),
  },
  {
    // mysql -phunter2, sshpass -p hunter2, redis-cli -a hunter2
    rule: "flag",
    type: "PASSWORD",
    pattern:
      /(?<![\w-])(?:(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)(?:[ \v][^\n\f|;]{0,120})? -p|sshpass[ \v]{1,4}-p[ \v]{0,4}|redis-cli(?:[ \v][^\n\f|;]{0,120})? -a[ \v]{1,4}|docker[ \v]{1,4}login(?:[ \v][^\n\f|;]{0,120})? -p[ \v]{1,4})["']?(?<value>[^\s"'\uffff]{2,256})/dg,
  },
  {
    // Redis' own file
    rule: "command",
    type: "PASSWORD",
    pattern: /\b(?:requirepass|masterauth)[ \v]{1,4}["']?(?<value>[^\s"'\uffff]{2,256})/dg,
    accept: isArgument,
  },
  {
    // AUTH of Redis, PASS of FTP and mail. The word first, what stands before it then: faster.
    rule: "command",
    type: "PASSWORD",
    pattern:
      /(?:AUTH|PASS)(?<=(?:^|[\n\r\f"'>])(?:AUTH|PASS))(?![ \v]{1,4}(?:PLAIN|LOGIN|XOAUTH2|CRAM))(?:[ \v]{1,4}[a-z]\w{0,31}(?=[ \v]))?[ \v]{1,4}["']?(?<value>[^\s"'\uffff]{2,256})/dg,
    accept: isArgument,
  },
  {
    // .netrc
    rule: "command",
    type: "PASSWORD",
    pattern:
      /\blogin[ \v]{1,4}\S{1,64}[ \v]{1,4}password[ \v]{1,4}["']?(?<value>[^\s"'\uffff]{2,256})/dg,
    accept: isArgument,
  },
  {
    // AUTH PLAIN of mail
    rule: "command",
    type: "CREDENTIALS",
    pattern:
      /(?<![\w-])AUTH[ \v]{1,4}(?:PLAIN|LOGIN|XOAUTH2)[ \v]{1,4}(?<value>[a-zA-Z0-9+/]{8,2048}={0,2})/dg,
  },
  {
    // jdbc:oracle:thin:scott/tiger@host
    rule: "url_login",
    type: "PASSWORD",
    pattern: /oracle:(?:thin|oci):[^\s/@:"']{1,64}\/(?<value>[^\s@"'\uffff]{1,128})@/dgi,
  },
];

/**
 * Finds secrets that are mentioned without `=` or `:`: `Bearer …`, `password is …`,
 * `IDENTIFIED BY '…'`, `--token …`, `curl -u user:…`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findMentions } from "./find_mentions.ts";
 *
 * const text = "mysqldump --password hunter2 shop";
 * assert.deepEqual(findMentions(text).map(({ start, end }) => text.slice(start, end)), ["hunter2"]);
 * assert.deepEqual(findMentions("the bearer token was rejected"), []);
 * ```
 */
export function findMentions(view: string): Span[] {
  return MENTIONS.map((mention) => mentionsIn(view, mention)).reduce(mergeSpans);
}

function mentionsIn(view: string, { pattern, rule, type, accept }: Mention): Span[] {
  const spans: Span[] = [];
  for (const { groups, indices } of view.matchAll(pattern)) {
    const name = groups!.value === undefined ? "quoted" : "value";
    const [start, end] = indices!.groups![name]!;
    if (accept?.(groups![name]!) ?? true) spans.push({ start, end, rule, type });
  }
  return spans;
}

/** Letters and digits in a mix that no name of a thing has. */
function isNoisy(value: string): boolean {
  const text = value.replace(/[.:=]+$/, "");
  if (text.length < 12 || !/\d/.test(text) || /:\/\//.test(text)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return false;
  // `default/db-credentials-v2`, `sh.helm.release.v1.grafana.v12`, `2026-11-21T02:27:00Z`
  if (/^[a-z0-9]+(?:[-./:_][a-z0-9]+)+$/.test(text) || /^[\dTZ:.+-]+$/.test(text)) return false;
  return entropy(text) >= 3 && /[a-z]/i.test(text);
}

/** No end of a sentence and no remark in brackets. */
function isArgument(value: string): boolean {
  return isSecretValue(PASSWORD, value) && !/[.:]$|^[([]/.test(value);
}

/** A word with letters and digits that is no version, date, number or algorithm. */
function isMixed(value: string): boolean {
  return /[a-z]/i.test(value) && /\d/.test(value) && isSecretValue(PASSWORD, value) &&
    !/^(?:v?\d+(?:[.:_-]|[a-z]{1,4}$)|\d{4}-|sha-?\d|md\d|scram-|bcrypt|argon|pbkdf|base64|utf-?8|x509)/i
      .test(value) &&
    !/[=:]|^[a-z]+-\d+$|\.\w{2,4}$/i.test(value);
}
