import { entropy } from "./entropy.ts";
import { isLogin } from "./is_login.ts";
import { type KeyWord, keyWord } from "./key_words.ts";

/** Where a value stands. */
export interface ValuePlace {
  /** Whether it stands in quotes or is a whole string of a structure. @default {false} */
  readonly quoted?: boolean;
  /** Whether the name before it is `=`, with nothing between. @default {false} */
  readonly tight?: boolean;
  /** The name as it was written. @default {""} */
  readonly name?: string;
}

/** What stands where a value is missing, a switch, or hidden by somebody else already. */
const NOTHING = new Set([
  ...["true", "false", "yes", "no", "on", "off", "null", "nil", "none"],
  ...[
    "undefined",
    "unset",
    "set",
    "empty",
    "enabled",
    "disabled",
    "required",
    "optional",
    "default",
  ],
  ...[
    "present",
    "absent",
    "hidden",
    "masked",
    "redacted",
    "removed",
    "encrypted",
    "sensitive",
    "unchanged",
  ],
  ...["n/a", "string", "str", "int", "bytes", "any", "object", "ok", "failed"],
  ...[
    "failure",
    "success",
    "valid",
    "invalid",
    "expired",
    "missing",
    "wrong",
    "incorrect",
    "rejected",
  ],
  ...[
    "accepted",
    "denied",
    "revoked",
    "refreshed",
    "renewed",
    "rotated",
    "changed",
    "updated",
    "created",
  ],
  ...["deleted", "reset", "found", "not", "unknown", "error"],
]);
/** The longest of them, and a full stop. [characters] */
const LONGEST_NOTHING = Math.max(...[...NOTHING].map(({ length }) => length)) + 1;
/** `***`, `xxxx`, `<redacted>`, `[hidden]`, `<set to the key 'x' in secret 'y'>`. */
const MASK =
  /^(?:[*•●x.\-_#?]{3,}|<[^<>]{0,120}>?|\[(?:redacted|hidden|secret|masked|filtered|removed|sensitive|object)[^\]]{0,40}\]?|\((?:redacted|hidden|masked|none|empty|sensitive|nil|null)[^)]{0,40}\)?)$/i;
/** What is filled in later: `${VAR}`, `$(VAR)`, `{{ .Values.x }}`, `%s`, `%(name)s`, `$VAR`. */
const REFERENCE =
  /^(?:\$\{[\w.]{0,200}\}?|\$\([^)]{0,200}\)?|\$[A-Z_][A-Z0-9_]{1,60}|\{\{.{0,200}|%[sdvq]|%\([\w.]{1,40}\)s?|:[a-z_]{2,30}|(?:process\.env|os\.environ|env|secrets|vars|var|local|data)[.[][\w.["'\]-]{1,80}|(?:vault|ref|arn|secretsmanager|op|file|k8s):[\w/.:*-]{3,200})$/;
/** A path of lower-case names; base64 that happens to have slashes is none. */
const PATH = /^(?:[a-z]:)?(?:~|\.{1,2})?(?:[/\\]+[a-z0-9._-]{2,}){2,}[/\\]?$/i;
const URL_VALUE = /^[a-z][a-z0-9+.-]{1,15}:\/\//i;
const SHORT_NUMBER = /^[+-]?\d{1,5}(?:[.,]\d{1,9})?(?:[a-z]{1,3}|%)?[.,;]?$/i;
const NUMBERS = /^[\d.,:/+-]{1,20}$/;
const LIST_OF_NUMBERS = /^\d{1,5}(?:,\d{1,5})+$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** `default/db-credentials`, `grafana-tls`: names of secrets, as Kubernetes writes them. */
const SECRET_NAME =
  /^(?:[a-z][a-z-]{0,40}\/[a-z][a-z0-9.-]{1,60}|[a-z][a-z0-9.-]{0,60}-(?:tls|certs?|secrets?|credentials|creds|config|tokens?|token-[a-z0-9]{5}|ca|auth|passwords?|keys?|admin|user|env|postgres|pull|registry|db|webhook))$/;

/** With what a sentence goes on after `password:` or `token:`. */
const PROSE = new Set([
  ...[
    "a",
    "after",
    "already",
    "an",
    "and",
    "are",
    "as",
    "at",
    "auth",
    "authentication",
    "authorization",
  ],
  ...[
    "because",
    "been",
    "before",
    "but",
    "by",
    "can",
    "cannot",
    "can't",
    "changed",
    "check",
    "checking",
  ],
  ...[
    "contains",
    "context",
    "could",
    "couldn't",
    "deadline",
    "denied",
    "did",
    "didn't",
    "do",
    "does",
  ],
  ...[
    "doesn't",
    "don't",
    "error",
    "exceeded",
    "expected",
    "expired",
    "expires",
    "failed",
    "failure",
  ],
  ...[
    "for",
    "forbidden",
    "found",
    "from",
    "got",
    "had",
    "has",
    "have",
    "if",
    "in",
    "incorrect",
    "invalid",
  ],
  ...[
    "is",
    "it",
    "its",
    "key",
    "length",
    "login",
    "malformed",
    "mismatch",
    "missing",
    "must",
    "need",
  ],
  ...[
    "needs",
    "never",
    "no",
    "not",
    "of",
    "on",
    "or",
    "permission",
    "please",
    "refresh",
    "refused",
  ],
  ...[
    "rejected",
    "request",
    "required",
    "retrying",
    "rpc",
    "secret",
    "secrets",
    "should",
    "signature",
  ],
  ...[
    "since",
    "than",
    "that",
    "the",
    "their",
    "there",
    "this",
    "timeout",
    "timed",
    "to",
    "token",
    "too",
  ],
  ...[
    "unable",
    "unauthorized",
    "unexpected",
    "unknown",
    "unsupported",
    "until",
    "use",
    "user",
    "using",
  ],
  ...[
    "validation",
    "verification",
    "was",
    "when",
    "which",
    "while",
    "will",
    "with",
    "without",
    "won't",
  ],
  ...[
    "wrong",
    "x509:",
    "you",
    "your",
    "rotated",
    "renewed",
    "updated",
    "created",
    "deleted",
    "reset",
  ],
]);

/** Shortest value of a weak word such as `key` that can be told from a name. [characters] */
const SHORTEST_NOISE = 16;

/**
 * Tells whether a value that follows a name such as `password` is worth hiding, rather than a
 * switch, a number, a reference, a path, or the rest of a sentence.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keyWord } from "./key_words.ts";
 * import { isSecretValue } from "./secret_value.ts";
 *
 * const password = keyWord("password")!;
 * assert(isSecretValue(password, "hunter2"));
 * assert(!isSecretValue(password, "${DB_PASSWORD}"));
 * assert(!isSecretValue(password, "must be longer", { quoted: true }));
 * ```
 */
export function isSecretValue(
  { rule }: KeyWord,
  value: string,
  { quoted = false, tight = false, name = "" }: ValuePlace = {},
): boolean {
  const text = value.trim();
  if (text === "") return false;
  if (text.length <= LONGEST_NOTHING && NOTHING.has(text.toLowerCase().replace(/[.,;:!]$/, ""))) {
    return false;
  }
  if (/^[^A-Za-z0-9]|^x|^[a-z]+[.[:]/i.test(text) && (MASK.test(text) || REFERENCE.test(text))) {
    return false;
  }
  if (!(quoted && tight) && isProse(text, quoted || tight)) return false;
  switch (rule) {
    case "password":
      if (PATH.test(text)) return false;
      // A switch, or the tests that passed.
      return /^pass$/i.test(name)
        ? !NUMBERS.test(text) && (tight || name !== "PASS")
        : text.length > 1;
    case "pin":
      return /^\d{4,10}$/.test(text);
    case "authorization":
    case "cookie":
      return true;
    case "session":
      return /\d/.test(text) && text.length >= 16;
    case "credentials":
      return /\d/.test(text) && text.length >= 8 || /^[^:\s/]{1,64}:[^:\s/]/.test(text);
    case "high_entropy":
      return isNoise(text) || isLogin(text);
    case "secret":
      return !isHarmless(text) && !SECRET_NAME.test(text) && text.length > 2;
    case "token":
      return !isHarmless(text) && text.length > 2 &&
        (tight || quoted || /\d|[^\w.:;,'"()<>{}-]/.test(text)) &&
        !/^[^\w\s]{1,3}$/.test(text);
    case "key":
      // "non-existent secret key: password"
      if (!tight && !quoted && keyWord(text) !== null) return false;
      return !isHarmless(text) && !SECRET_NAME.test(text) && text.length > 3;
  }
}

function isHarmless(text: string): boolean {
  return SHORT_NUMBER.test(text) || LIST_OF_NUMBERS.test(text) || PATH.test(text) ||
    URL_VALUE.test(text);
}

/** A sentence: several words, the first of which is a common one; or one word that is never more. */
function isProse(text: string, isString: boolean): boolean {
  const first = /^\S{1,20}(?=\s|$)/.exec(text)?.[0];
  if (first === undefined || isString && first.length === text.length) return false;
  return PROSE.has(first.toLowerCase().replace(/[.,;:!?]+$/, ""));
}

/** Noise as keys are: long, of several kinds of characters, and neither a UUID nor a checksum. */
function isNoise(text: string): boolean {
  if (text.length < SHORTEST_NOISE || /[\s/]{2}|[:@]/.test(text) || UUID.test(text)) return false;
  if (/^(?:[a-z0-9]+[-._/])+[a-z0-9]+$/.test(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length;
  return kinds === 3 && entropy(text) >= 3.2 || /^[0-9a-f]{32,}$/i.test(text) && entropy(text) >= 3;
}
