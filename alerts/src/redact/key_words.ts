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
  SNMP_COMMUNITIES,
  STILL_SECRET,
  TOKEN,
} from "./words_of_keys.ts";

/** Names of cookies that frameworks keep sessions in. */
const SESSION_COOKIE =
  /^(?:connect\.sid|_?[a-z]+_session|ASP\.NET_SessionId|AUTH_SESSION_ID|oauth2_proxy)$/i;
/** Letters of Latin and Cyrillic in one name, as only those have who want to hide it. */
const IS_MIXED = /[a-z][\u0400-\u04ff]|[\u0400-\u04ff][a-z]/i;
const CYRILLIC = "авекмнорстухіѕԁј", LATIN = "abekmhopctyxisdj";
const latin = (letter: string) => LATIN[CYRILLIC.indexOf(letter.toLowerCase())] ?? letter;
/** Before `code`. */
const CODE = /^(?:auth|authorization|mfa|otp|verification|totp|recovery)$/;

/**
 * Tells from the name of a field, variable, header or flag whether its value is a secret. A name is
 * read word by word: `DB_PASSWORD`, `dbPassword` and `db-password` are the same, `max_tokens`,
 * `passwordFile` and `cache_key` are none.
 *
 * @returns What the value is, or `null`.
 */
export function keyWord(given: string): KeyWord | null {
  const name = IS_MIXED.test(given) ? given.replaceAll(/[\u0400-\u04ff]/g, latin) : given;
  if (!mayBeKeyWord(name)) return null;
  if (SESSION_COOKIE.test(name)) return SESSION;
  const words = nameWords(name);
  while (words.length > 1 && /^\d+$/.test(words.at(-1)!)) words.pop();
  const last = words.at(-1);
  if (last === undefined) return null;
  // `password_hash`, `secret_key_base`, `AWS_SECRET_ACCESS_KEY_OLD`; `session_id`, not `token_id`.
  if (words.length > 1 && STILL_SECRET.has(last)) {
    const rest = strong(words.slice(0, -1));
    // Vault's `secret_id` is a secret; an identifier of a token or key is not.
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
  if (last === "community" && SNMP_COMMUNITIES.has(before ?? "")) return SECRET;
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

/** Which two letters a word that matters ends with. */
const KNOWN_ENDS: readonly boolean[] = (() => {
  const ends = Array.from({ length: LETTERS * LETTERS }, () => false);
  const words = [...LAST_WORDS.keys(), ...STILL_SECRET, ...ENDINGS.map(([ending]) => ending)];
  // `default` may stand after `name: DB_PASSWORD`; the last two are of names in SESSION_COOKIE.
  for (const word of [...words, "code", "default", "id", "proxy", "str", "string"]) {
    ends[lettersBefore(word, word.length)] = true;
  }
  return ends;
})();

/**
 * A quick first look at the name that ends at a place: most names end with letters that no secret's
 * name does, and need not be read.
 *
 * @param end Place after the name. [UTF-16 units]
 * @returns Whether {@linkcode keyWord} might find something.
 */
export function mayBeKeyWord(text: string, end: number = text.length): boolean {
  let last = end;
  // Digits and signs after the last letter are no word.
  while (last > 0 && letter(text, last - 1) === 0 && isPart(text.charCodeAt(last - 1))) last--;
  return text.charCodeAt(last - 1) >= 0x80 || KNOWN_ENDS[lettersBefore(text, last)]!;
}

/** What a name may have that is no letter. */
function isPart(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39 || unit >= 0x2d && unit <= 0x2e || unit === 0x5f;
}

function lettersBefore(text: string, end: number): number {
  return letter(text, end - 2) * LETTERS + letter(text, end - 1);
}

/** 1 to 26 for a letter of ASCII, else 0. */
function letter(text: string, at: number): number {
  const unit = text.charCodeAt(at) | 0x20;
  return unit >= 0x61 && unit <= 0x7a ? unit - 0x60 : 0;
}
