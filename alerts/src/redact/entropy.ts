/** More need not be counted. [characters] */
const MOST = 256;

/** How often each character came; to make such an array anew takes longer than to count. */
const COUNTS = new Uint16Array(256);
/** How much c * log2(c) grows from one c to the next. */
const GROWTH = Float64Array.from({ length: MOST }, (_, count) => {
  const before = count === 0 ? 0 : count * Math.log2(count);
  return (count + 1) * Math.log2(count + 1) - before;
});

/**
 * Shannon's entropy of the characters of a text: 0 for one repeated character, 4 for hexadecimal
 * noise, about 5 for 40 characters of base64. Only the first 256 characters count; those beyond
 * Latin 1 share places, which is right for what keys are made of.
 *
 * @returns Bits per character.
 */
export function entropy(text: string): number {
  const length = Math.min(text.length, MOST);
  if (length === 0) return 0;
  COUNTS.fill(0);
  // What c equal characters take from log2(n): c * log2(c), which grows with each of them.
  let taken = 0;
  for (let at = 0; at < length; at++) taken += GROWTH[COUNTS[text.charCodeAt(at) & 0xff]!++]!;
  return Math.log2(length) - taken / length;
}
