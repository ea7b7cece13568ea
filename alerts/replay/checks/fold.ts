/**
 * A text as it is compared: in lower case, with single spaces, with the plain form of dashes and
 * quotation marks.
 */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/\s+/g, " ");
}
