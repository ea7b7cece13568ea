// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** Lower case, single spaces, plain dashes and quotation marks. */
export function fold(text: string): string {
  // ASCII needs no normalisation, which takes most of the time.
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, " ");
  const folded = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  return folded.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");
}
