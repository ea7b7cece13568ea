import type { SecretType } from "./placeholder.ts";

/** What a name says about its value. */
export interface KeyWord {
  /** The rule's name in counts and explanations. */
  readonly rule:
    | "authorization"
    | "cookie"
    | "credentials"
    | "high_entropy"
    | "key"
    | "password"
    | "pin"
    | "secret"
    | "session"
    | "token";
  /** What the value is replaced by. */
  readonly type: SecretType;
}

const PASSWORD: KeyWord = { rule: "password", type: "PASSWORD" };
const PIN: KeyWord = { rule: "pin", type: "PASSWORD" };
const TOKEN: KeyWord = { rule: "token", type: "TOKEN" };
const SESSION: KeyWord = { rule: "session", type: "TOKEN" };
const KEY: KeyWord = { rule: "key", type: "KEY" };
const SECRET: KeyWord = { rule: "secret", type: "SECRET" };
const COOKIE: KeyWord = { rule: "cookie", type: "COOKIE" };
const AUTHORIZATION: KeyWord = { rule: "authorization", type: "TOKEN" };
const CREDENTIALS: KeyWord = { rule: "credentials", type: "CREDENTIALS" };
const HIGH_ENTROPY: KeyWord = { rule: "high_entropy", type: "SECRET" };

/** Last words of names, and what their values are. */
const LAST_WORDS = new Map<string, KeyWord>([
  ...each(PASSWORD, [
    ...["password", "passwords", "passwd", "passwort", "kennwort", "pwd", "pass", "pw", "psw"],
    ...[
      "passphrase",
      "passcode",
      "passkey",
      "pword",
      "motdepasse",
      "mdp",
      "contrasena",
      "contraseña",
    ],
    ...[
      "senha",
      "wachtwoord",
      "requirepass",
      "masterauth",
      "userpass",
      "dbpass",
      "pgpass",
      "ldappass",
    ],
    ...["mysqlpass", "smtppass", "rootpass", "adminpass", "authpass", "userpw", "dbpw", "rootpw"],
    ...["bindpw", "adminpw"],
  ]),
  ...each(PIN, ["otp", "pin", "totp", "cvv", "cvc", "mfacode", "otpcode", "tan"]),
  ...each(TOKEN, ["token", "tokens", "bearer", "jwt", "pat", "xsrf", "csrf"]),
  ...each(SESSION, [
    "session",
    "sessionid",
    "sessid",
    "phpsessid",
    "jsessionid",
    "sid",
    "sessionkey",
  ]),
  ...each(KEY, [
    ...[
      "apikey",
      "apikeys",
      "secretkey",
      "accesskey",
      "privatekey",
      "privkey",
      "authkey",
      "masterkey",
    ],
    ...["accountkey", "sharedaccesskey", "sharedkey", "storagekey", "encryptionkey", "signingkey"],
    ...[
      "licensekey",
      "presharedkey",
      "psk",
      "appkey",
      "hmackey",
      "keymaterial",
      "seedphrase",
      "mnemonic",
    ],
  ]),
  ...each(SECRET, ["secret", "secrets", "dockerconfigjson", "dockercfg"]),
  ...each(COOKIE, ["cookie", "cookies"]),
  ...each(AUTHORIZATION, ["authorization"]),
  ...each(CREDENTIALS, ["credential", "credentials", "creds", "cred", "userpwd", "userinfo"]),
  ...each(HIGH_ENTROPY, [
    ...["key", "keys", "auth", "sig", "signature", "salt", "seed", "private", "license", "hmac"],
  ]),
]);

/** What makes a key a secret: `api_key`, not `cache_key`. */
const SECRET_KEYS = new Set([
  ...["access", "account", "admin", "api", "app", "auth", "bot", "cipher", "client", "consumer"],
  ...[
    "crypt",
    "crypto",
    "decryption",
    "deploy",
    "enc",
    "encryption",
    "hmac",
    "ingest",
    "integration",
  ],
  ...["jwt", "license", "master", "preshared", "private", "priv", "secret", "service", "session"],
  ...["shared", "sign", "signing", "storage", "subscription", "token", "webhook"],
]);

/** What makes a key a plain name of an entry: `cache_key`. */
const PLAIN_KEYS = new Set([
  ...[
    "cache",
    "column",
    "dedup",
    "foreign",
    "group",
    "hash",
    "idempotency",
    "index",
    "map",
    "object",
  ],
  ...["partition", "primary", "public", "pub", "row", "routing", "s3", "shard", "sort", "state"],
  ...["storage", "translation", "unique", "host", "registry", "lock", "bucket", "error", "label"],
]);

/** Last words that may follow a word of a secret without making it harmless: `password_hash`. */
const STILL_SECRET = new Set([
  ...["hash", "hashed", "encrypted", "value", "plain", "plaintext", "raw", "data", "b64", "base64"],
  ...[
    "old",
    "new",
    "confirm",
    "confirmation",
    "current",
    "again",
    "repeat",
    "base",
    "string",
    "text",
  ],
  ...[
    "id",
    "pair",
    "staging",
    "prod",
    "production",
    "dev",
    "test",
    "primary",
    "secondary",
    "backup",
  ],
]);

/** Endings of names written in one word: `dbpassword`, `authtoken`. */
const ENDINGS: readonly (readonly [string, KeyWord])[] = [
  ["password", PASSWORD],
  ["passwd", PASSWORD],
  ["passphrase", PASSWORD],
  ["passwort", PASSWORD],
  ["apikey", KEY],
  ["secretkey", KEY],
  ["accesskey", KEY],
  ["privatekey", KEY],
  ["token", TOKEN],
  ["secret", SECRET],
];

/** Names of cookies that frameworks keep sessions in. */
const SESSION_COOKIE =
  /^(?:connect\.sid|_?[a-z]+_session|ASP\.NET_SessionId|AUTH_SESSION_ID|oauth2_proxy)$/i;

/**
 * Tells from the name of a field, variable, header or flag whether its value is a secret. A name is
 * read word by word: `DB_PASSWORD`, `dbPassword` and `db-password` are the same, `max_tokens`,
 * `passwordFile` and `cache_key` are none.
 *
 * @returns What the value is, or `null`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keyWord } from "./key_words.ts";
 *
 * assert.equal(keyWord("spring.datasource.password")?.rule, "password");
 * assert.equal(keyWord("clientSecret")?.rule, "secret");
 * assert.equal(keyWord("max_tokens"), null);
 * assert.equal(keyWord("password_file"), null);
 * ```
 */
export function keyWord(name: string): KeyWord | null {
  if (SESSION_COOKIE.test(name)) return SESSION;
  const words = wordsOf(name);
  while (words.length > 1 && /^\d+$/.test(words.at(-1)!)) words.pop();
  const last = words.at(-1), before = words.at(-2);
  if (last === undefined) return null;
  // `password_hash`, `secret_key_base`, `AWS_SECRET_ACCESS_KEY_OLD`; `session_id`, not `token_id`.
  if (words.length > 1 && STILL_SECRET.has(last)) {
    const rest = strong(words.slice(0, -1));
    // Vault's `secret_id` is a secret, an identifier of a token or key is none.
    if (last === "id") return rest === SESSION || rest === SECRET ? rest : null;
    if (rest !== null && rest !== SESSION) return rest;
  }
  if (
    last === "code" &&
    /^(?:auth|authorization|mfa|otp|verification|totp|recovery)$/.test(before ?? "")
  ) {
    return TOKEN;
  }
  return strong(words) ?? weak(words);
}

function strong(words: readonly string[]): KeyWord | null {
  const last = words.at(-1)!, before = words.at(-2);
  const found = LAST_WORDS.get(last);
  if (last === "key" || last === "keys") {
    if (before === undefined || PLAIN_KEYS.has(before) && !words.includes("secret")) return null;
    return SECRET_KEYS.has(before) ? KEY : null;
  }
  if (last === "tokens" && before !== undefined && COUNTED.has(before)) return null;
  if (found !== undefined) return found === HIGH_ENTROPY ? null : found;
  return ENDINGS.find(([ending]) => last.endsWith(ending))?.[1] ?? null;
}

/** Before `tokens`: how many. */
const COUNTED = new Set([
  ...[
    "max",
    "min",
    "num",
    "total",
    "prompt",
    "completion",
    "input",
    "output",
    "cached",
    "reasoning",
  ],
  ...["n", "of", "thinking", "used", "remaining", "available", "bucket"],
]);

function weak(words: readonly string[]): KeyWord | null {
  const last = words.at(-1)!;
  if (LAST_WORDS.get(last) !== HIGH_ENTROPY) return null;
  return words.slice(0, -1).some((word) => PLAIN_KEYS.has(word)) ? null : HIGH_ENTROPY;
}

/** Words of a name in lower case, whichever way it sets them apart. */
function wordsOf(name: string): string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? []).map((word) =>
    word.toLowerCase()
  );
}

function each(word: KeyWord, names: readonly string[]): [string, KeyWord][] {
  return names.map((name) => [name, word]);
}
