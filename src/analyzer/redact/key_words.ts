import { nameWords } from "./name_words.ts";
import {
  COUNTED,
  ENDINGS,
  HIGH_ENTROPY,
  KEY,
  type KeyWord,
  LAST_WORDS,
  PLAIN_KEYS,
  SECRET,
  SECRET_KEYS,
  SESSION,
  STILL_SECRET,
  TOKEN,
} from "./words_of_keys.ts";

/** Names of cookies that frameworks keep sessions in. */
const SESSION_COOKIE =
  /^(?:connect\.sid|_?[a-z]+_session|ASP\.NET_SessionId|AUTH_SESSION_ID|oauth2_proxy)$/i;
/** Before `code`. */
const CODE = /^(?:auth|authorization|mfa|otp|verification|totp|recovery)$/;

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
  if (!hasKnownEnd(name)) return null;
  if (SESSION_COOKIE.test(name)) return SESSION;
  const words = nameWords(name);
  while (words.length > 1 && /^\d+$/.test(words.at(-1)!)) words.pop();
  const last = words.at(-1);
  if (last === undefined) return null;
  // `password_hash`, `secret_key_base`, `AWS_SECRET_ACCESS_KEY_OLD`; `session_id`, not `token_id`.
  if (words.length > 1 && STILL_SECRET.has(last)) {
    const rest = strong(words.slice(0, -1));
    // Vault's `secret_id` is a secret, an identifier of a token or key is none.
    if (last === "id") return rest === SESSION || rest === SECRET ? rest : null;
    if (rest !== null && rest !== SESSION) return rest;
  }
  if (last === "code" && CODE.test(words.at(-2) ?? "")) return TOKEN;
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

function weak(words: readonly string[]): KeyWord | null {
  const last = words.at(-1)!;
  if (LAST_WORDS.get(last) !== HIGH_ENTROPY) return null;
  return words.slice(0, -1).some((word) => PLAIN_KEYS.has(word)) ? null : HIGH_ENTROPY;
}

/** Letters of the alphabet, and one place for all else. */
const LETTERS = 27;

/** Which two letters a word that matters ends with. Most names have other ones, and are not read. */
const KNOWN_ENDS: readonly boolean[] = (() => {
  const ends = Array.from({ length: LETTERS * LETTERS }, () => false);
  const words = [...LAST_WORDS.keys(), ...STILL_SECRET, ...ENDINGS.map(([ending]) => ending)];
  // The last two are of names in SESSION_COOKIE.
  for (const word of [...words, "code", "id", "proxy"]) {
    const end = lettersEnd(word);
    ends[pairBefore(word, end)] = true;
  }
  return ends;
})();

function hasKnownEnd(name: string): boolean {
  const end = lettersEnd(name);
  return end > 0 && KNOWN_ENDS[pairBefore(name, end)]!;
}

/** Where the last letter ends: digits and signs after it are no word. */
function lettersEnd(name: string): number {
  let end = name.length;
  while (end > 0 && letter(name, end - 1) === 0 && name.charCodeAt(end - 1) < 0x80) end--;
  return end;
}

function pairBefore(name: string, end: number): number {
  return letter(name, end - 2) * LETTERS + letter(name, end - 1);
}

/** 1 to 26 for a letter of ASCII, else 0. */
function letter(name: string, at: number): number {
  const unit = name.charCodeAt(at) | 0x20;
  return unit >= 0x61 && unit <= 0x7a ? unit - 0x60 : 0;
}
