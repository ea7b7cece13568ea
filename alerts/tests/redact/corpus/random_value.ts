import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/**
 * Random values that nobody ever had as a secret, from a seed: the same seed gives the same values.
 *
 * @module
 */

const CLASSES: Readonly<Record<string, string>> = {
  "a-z": "abcdefghijklmnopqrstuvwxyz",
  "a-h": "abcdefgh",
  "a-f": "abcdef",
  "A-Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "A-F": "ABCDEF",
  "0-9": "0123456789",
  "2-7": "234567",
};
const WORDS = `apple river stone cloud tiger window garden silver marble ocean rocket lemon winter
  falcon copper violin meadow anchor candle puzzle basket saddle harvest lantern`.split(/\s+/);
const USERS = ["ada", "bob", "svc_backup", "grafana", "root", "m.kowalski", "deploy", "user1"];
const HOSTS = ["db.example.org", "nas", "shop-7.example.net", "mail.example.org", "10.1.2.3"];

/** A source of random numbers that a seed determines (FNV-1a, then Mulberry32). */
export function randomFrom(seed: string): (below: number) => number {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return Math.floor(((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296 * below);
  };
}

type Random = ReturnType<typeof randomFrom>;

/** A value of a kind: `pw`, `hex32`, `b64:44`, `digits:6`, `jwt/64`, `=ghp_[A-Za-z0-9]{36}`. */
export function randomValue(spec: string, random: Random): string {
  const pick = <T>(list: readonly T[] | string) => list[random(list.length)] as T;
  const of = (letters: string, count: number) =>
    Array.from({ length: count }, () => pick<string>(letters)).join("");
  const upper = CLASSES["A-Z"]!, lower = CLASSES["a-z"]!, digits = CLASSES["0-9"]!;
  const base62 = upper + lower + digits;
  // A key has letters of both kinds and digits, as nearly every real one of its length.
  const mixed = (letters: string, count: number) => {
    for (;;) {
      const text = of(letters, count);
      if (count < 8 || /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text;
    }
  };
  if (spec.startsWith("=")) return fromClasses(spec.slice(1), of);
  if (spec.startsWith("b64of:")) return base64(inner(spec.slice(6), random));
  const [, kind, count] = /^(b62|b64url|b64|base32|[a-z]+)[:/]?(\d*)$/.exec(spec) ?? [];
  const length = Number(count);
  switch (kind) {
    case "pw":
      return password(random, pick, of, base62);
    case "word":
      return pick<string>(WORDS) + of(digits, 2);
    case "alnum":
      return mixed(base62, length);
    case "up":
      return of(`${upper}234567`, length);
    case "hex":
      return of("0123456789abcdef", length);
    case "hexu":
      return of("0123456789ABCDEF", length);
    case "digits":
      return pick<string>("123456789") + of(digits, length - 1);
    case "b62":
      return mixed(base62, length);
    case "b64":
      return mixed(`${base62}+/`, length);
    case "b64url":
      return mixed(`${base62}-_`, length);
    case "base32":
      return of(`${upper}234567`, length);
    case "noise":
      return of(`${base62}!#%*+-.:;=?@^_~|`, length);
    case "groups":
      return Array.from({ length }, () => of(upper + digits, 5)).join("-");
    case "bitlocker":
      return Array.from({ length: 8 }, () => of(digits, 6)).join("-");
    case "filevault":
      return Array.from({ length: 6 }, () => of(upper + digits, 4)).join("-");
    case "mnemonic":
      return Array.from({ length: 12 }, () => pick<string>(WORDS)).join(" ");
    case "jwt":
      return jwt(random, length);
    case "uuid":
      return [8, 4, 4, 4, 12].map((part) => of("0123456789abcdef", part)).join("-");
    case "user":
      return pick<string>(USERS);
    case "host":
      return pick<string>(HOSTS);
    case "ip":
      return `10.${random(250)}.${random(250)}.${random(250)}`;
    case "num":
      return String(100 + random(900_000));
    default:
      throw new Error(`No such kind of value: ${spec}`);
  }
}

/** Passwords as people and generators make them, short and long. */
function password(
  random: Random,
  pick: <T>(list: readonly T[] | string) => T,
  of: (letters: string, count: number) => string,
  base62: string,
): string {
  const word = pick<string>(WORDS), Word = word[0]!.toUpperCase() + word.slice(1);
  switch (random(8)) {
    case 0:
      return `${Word}${2019 + random(8)}!`;
    case 1:
      return `${word}-${pick<string>(WORDS)}-${random(90) + 10}`;
    case 2:
      return of(base62, 12).replace(/.$/, "7");
    case 3:
      return `${of(base62, 4)}#${of(base62, 4)}9x`;
    case 4:
      return `${word.replace("a", "@").replace("e", "3")}${random(900) + 100}`;
    case 5:
      return `${of(base62, 8)}_${of(base62, 7)}4`;
    case 6:
      return `${Word}$${of("0123456789", 3)}${pick<string>(WORDS)}`;
    default:
      return `${word}${random(90) + 10}`;
  }
}

function jwt(random: Random, wrap: number): string {
  const part = (text: string) =>
    base64(text).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  const text = [
    part('{"alg":"RS256","typ":"JWT","kid":"2026"}'),
    part(`{"iss":"https://sso.example.org","sub":"${random(1e9)}","aud":"shop","exp":1893456000}`),
    part(Array.from({ length: 90 }, () => String.fromCharCode(33 + random(90))).join("")),
  ].join(".");
  return wrap === 0 ? text : text.replaceAll(new RegExp(`.{${wrap}}(?!$)`, "g"), "$&\n");
}

/** What stands in base64: `‹…›` and `{…}` are values, `\n` and `\0` the characters they stand for. */
function inner(template: string, random: Random): string {
  return template.replaceAll(
    /‹([^›]*)›|\{((?:pw|b62|b64|hex|user|host)[:\d]*)\}/g,
    (_, plain, secret) => randomValue(plain ?? secret, random),
  ).replaceAll("\\n", "\n").replaceAll("\\0", "\0");
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

/** `ghp_[A-Za-z0-9]{36}`: characters as they are, and classes with a count. */
function fromClasses(spec: string, of: (letters: string, count: number) => string): string {
  return spec.replaceAll(/\[([^\]]+)\]\{(\d+)\}/g, (_, set: string, count) => {
    const letters = set.replaceAll(/[A-Za-z0-9]-[A-Za-z0-9]/g, (range) => CLASSES[range]!);
    return of(letters, Number(count));
  });
}
