import { entropy } from "./entropy.ts";
import { isSecretValue } from "./secret_value.ts";
import { PASSWORD, TOKEN } from "./words_of_keys.ts";

/** A word or two in the place of a password, which a sentence could have there too. */
export function isPasswordMention(value: string): boolean {
  return /\d|[^\w.,;:!?)'"-]/.test(value.replaceAll(/\p{L}/gu, "")) &&
    isSecretValue(PASSWORD, value);
}

/** Noise that a sentence about a token may have after it. */
export function isNoisy(value: string): boolean {
  let end = value.length;
  while (end > 0 && ".:=".includes(value[end - 1]!)) end--;
  const text = value.slice(0, end);
  if (text.length < 12 || !/\d/.test(text) || /:\/\//.test(text)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return false;
  // `default/db-credentials-v2`, `sh.helm.release.v1.grafana.v12`, `2026-11-21T02:27:00Z`
  if (/^[a-z0-9]+(?:[-./:_][a-z0-9]+)+$/.test(text) || /^[\dTZ:.+-]+$/.test(text)) return false;
  return /[a-z]/i.test(text) && entropy(text) >= 3;
}

/** An argument where a command or a file has a password. */
export function isArgument(value: string): boolean {
  return isSecretValue(PASSWORD, value, { tight: true }) && !/[.:]$|^[([]/.test(value);
}

/** An argument where a command or a file has a token. */
export function isArgumentToken(value: string): boolean {
  return isSecretValue(TOKEN, value, { tight: true });
}

/** Letters and digits, as hardly any word of a sentence has them. */
export function isMixed(value: string): boolean {
  return /\p{L}/u.test(value) && /\d/.test(value) && isSecretValue(PASSWORD, value) &&
    !/^(?:v?\d+(?:[.:_-]|[a-z]{1,4}$)|\d{4}-|sha-?\d|md\d|scram-|bcrypt|argon|pbkdf|base64|utf-?8|x509)/i
      .test(value) &&
    !/[=:]|^[a-z]+-\d+$|\.\w{2,4}$/i.test(value);
}

/** A word after the name of a setting or in a dialogue, where a sentence could go on too. */
export function isSetting(value: string): boolean {
  return isSecretValue(PASSWORD, value) && !/[.:]$|^[([]/.test(value);
}
