/**
 * Secrets that nobody ever had. They are put together at run time, so that no scanner takes this
 * repository for a leak.
 *
 * @module
 */

const ALPHABETS = {
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  word: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  hex: "0123456789abcdef",
  digits: "0123456789",
} as const;

/** Noise that is the same in each run: letters and digits, of one alphabet. */
export function noise(length: number, alphabet: keyof typeof ALPHABETS = "word", seed = 1): string {
  const letters = ALPHABETS[alphabet];
  let state = seed * 2_654_435_761 % 4_294_967_296;
  let text = "";
  while (text.length < length) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    text += letters[Math.floor(state / 65_536) % letters.length];
  }
  return text;
}

/** A key with the form of a provider's: its mark in two halves, then noise. */
export function key(mark: string, tail: string): string {
  const half = mark.length >> 1;
  return [mark.slice(0, half), mark.slice(half), tail].join("");
}

/** A block as OpenSSL writes it, its lines joined by `newline`. */
export function pem(label = "PRIVATE KEY", newline = "\n", lines = 3): string {
  const body = Array.from({ length: lines }, (_, row) => noise(64, "base64", row + 7));
  return [
    border("BEGIN", label),
    ...body,
    `${noise(22, "base64", 99)}==`,
    border("END", label),
  ].join(newline);
}

/** First or last line of a block. */
export function border(kind: "BEGIN" | "END", label = "PRIVATE KEY"): string {
  return `${"-".repeat(5)}${kind} ${label}${"-".repeat(5)}`;
}

/** A signed token. */
export function jwt(payload = '{"sub":"1234567890","name":"Ada"}'): string {
  const part = (text: string) => btoa(text).replaceAll("=", "");
  return [part('{"alg":"HS256","typ":"JWT"}'), part(payload), noise(43)].join(".");
}
