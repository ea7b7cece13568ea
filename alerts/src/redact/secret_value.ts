import { isLogin } from "./is_login.ts";
import { keyWord } from "./key_words.ts";
import { isNoise } from "./noise.ts";
import { isProse } from "./prose.ts";
import { isStandIn } from "./stand_in.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** Where a value stands. */
export interface ValuePlace {
  /** Whether it stands in quotes or is a whole string of a structure. @default {false} */
  readonly quoted?: boolean;
  /** Whether the name before it is `=`, with nothing between. @default {false} */
  readonly tight?: boolean;
  /** The name as it was written. @default {""} */
  readonly name?: string;
}

/** More of a value need not be seen to tell whether it is one. [characters] */
export const LONGEST_LOOK = 1024;
/** A shorter value is not worth hiding. [characters] */
const SHORTEST: Readonly<Record<KeyWord["rule"], number>> = {
  authorization: 1,
  cookie: 1,
  credentials: 3,
  high_entropy: 6,
  key: 4,
  password: 2,
  pin: 4,
  secret: 3,
  session: 16,
  token: 3,
};
/** A longer value is no name itself. [characters] */
const LONGEST_NAME = 80;

/** A path of lower-case names; base64 with slashes is not one. */
const PATH = /^(?:[a-z]:)?(?:~|\.{1,2})?(?:[/\\]+[a-z0-9._-]{2,}){2,}[/\\]?$/i;
const URL_VALUE = /^[a-z][a-z0-9+.-]{1,15}:\/\//i;
const SHORT_NUMBER = /^[+-]?\d{1,5}(?:[.,]\d{1,9})?(?:[a-z]{1,3}|%)?[.,;]?$/i;
const COUNT = /^\d{1,20}(?:\.\d{1,9})?c?[.,;]?$/;
const NUMBERS = /^[\d.,:/+-]{1,20}$/;
const LIST_OF_NUMBERS = /^\d{1,5}(?:,\d{1,5})+$/;
/** `default/db-credentials`, `grafana-tls`: names of secrets, as Kubernetes writes them. */
const SECRET_NAME =
  /^(?:[a-z][a-z-]{0,40}\/[a-z][a-z0-9.-]{1,60}|[a-z][a-z0-9.-]{0,60}-(?:tls|certs?|secrets?|credentials|creds|config|tokens?|token-[a-z0-9]{5}|ca|auth|passwords?|keys?|admin|user|env|postgres|pull|registry|db|webhook))$/;

/**
 * Tells whether a value that follows a name such as `password` is worth hiding, rather than a
 * switch, a number, a reference, a path, or the rest of a sentence.
 */
export function isSecretValue(word: KeyWord, value: string, place: ValuePlace = {}): boolean {
  const text = value.trim();
  // What a rule asks for goes first: most values do not have it, and need not be looked up in lists.
  return text.length >= SHORTEST[word.rule] && mayBe(word.rule, text, place) &&
    !isStandIn(text) && !isCount(text, place) && !isRest(text, place);
}

/** Whether a text has the form that the values of a rule have. */
function mayBe(
  rule: KeyWord["rule"],
  text: string,
  { quoted = false, tight = false, name = "" }: ValuePlace,
): boolean {
  switch (rule) {
    case "password":
      if (/[/\\]/.test(text) && PATH.test(text)) return false;
      // A switch, or the tests that passed.
      return name.length !== 4 || !/^pass$/i.test(name) ||
        !NUMBERS.test(text) && !SHORT_NUMBER.test(text) && (tight || name !== "PASS");
    case "pin":
      return /^\d{4,10}$/.test(text);
    case "authorization":
    case "cookie":
      return true;
    case "session":
      return /\d/.test(text);
    case "credentials":
      return /\d/.test(text) && text.length >= 8 || /^[^:\s/]{1,64}:[^:\s/]/.test(text);
    case "high_entropy":
      return isNoise(text) || isLogin(text);
    case "secret":
      return !isHarmless(text) && !SECRET_NAME.test(text);
    case "token":
      return (tight || quoted || /\d|[^\w.:;,'"()<>{}-]/.test(text)) && !isHarmless(text) &&
        !/^[^\w\s]{1,3}$/.test(text);
    case "key":
      // "non-existent secret key: password"
      if (!tight && !quoted && text.length <= LONGEST_NAME && keyWord(text) !== null) return false;
      return !isHarmless(text) && !SECRET_NAME.test(text);
  }
}

/** `tokens=1234567`: how many, for the name is a plural. */
function isCount(text: string, { name = "" }: ValuePlace): boolean {
  return /[^s]s$/i.test(name) && COUNT.test(text);
}

/** Whether a text is the rest of a sentence: in quotes right after `=` it is not. */
function isRest(text: string, { quoted = false, tight = false }: ValuePlace): boolean {
  return !(quoted && tight) && isProse(text, quoted || tight);
}

/** A number, numbers, a path or an address, by what each begins with. */
function isHarmless(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39 || first === 0x2b || first === 0x2d) { // + -
    return SHORT_NUMBER.test(text) || LIST_OF_NUMBERS.test(text);
  }
  const isDrive = text.charCodeAt(1) === 0x3a; // :
  const isWord = first >= 0x41 && first <= 0x5a || first >= 0x61 && first <= 0x7a;
  return (isDrive || !isWord) && PATH.test(text) ||
    isWord && text.includes("://") && URL_VALUE.test(text);
}
