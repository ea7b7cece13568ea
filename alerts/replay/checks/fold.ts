const ASCII = /^[ -~]*$/;

/**
 * A text as it is compared: in lower case, with single spaces, with the plain form of dashes and
 * quotation marks.
 */
export function fold(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  if (ASCII.test(folded)) return folded;
  return folded.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");
}
