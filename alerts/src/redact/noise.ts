import { entropy } from "./entropy.ts";

/** Shortest noise that can be told from a name. [characters] */
const SHORTEST = 16;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]{32,}$/i;
/** `user:1234`, two paths. */
const PARTED = /[\s/]{2}|[:@]/;
/** `node-role.kubernetes.io/master`, `2026-11-21` */
const NAME = /^(?:[a-z0-9]+[-._/])+[a-z0-9]+$/;

/**
 * Tells whether a text is noise as keys are: long, of several kinds of characters, and neither a
 * UUID nor a name.
 */
export function isNoise(text: string): boolean {
  if (text.length < SHORTEST || !hasKinds(text) && !HEX.test(text)) return false;
  if (PARTED.test(text) || UUID.test(text) || NAME.test(text)) return false;
  return entropy(text) >= (HEX.test(text) ? 3 : 3.2);
}

/** Small letters, capitals and digits. */
function hasKinds(text: string): boolean {
  let small = false, capital = false, digit = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x61 && unit <= 0x7a) small = true;
    else if (unit >= 0x41 && unit <= 0x5a) capital = true;
    else if (unit >= 0x30 && unit <= 0x39) digit = true;
    if (small && capital && digit) return true;
  }
  return false;
}
