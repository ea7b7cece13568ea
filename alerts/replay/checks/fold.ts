// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/**
 * A text as it is compared: in lower case, with single spaces, with the plain form of dashes and
 * quotation marks.
 */
export function fold(text: string): string {
  // ASCII is its own normal form; making it anew takes most of the time.
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, " ");
  const folded = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  return folded.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");
}
