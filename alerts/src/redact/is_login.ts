/** A shorter text is no login worth its name. [characters] */
const SHORTEST = 6;
/** Nor is a longer one. [characters] */
const LONGEST = 2048;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
// deno-lint-ignore no-control-regex -- Printable text, nothing else.
const LOGIN = /^[^\x00-\x1f:]{1,128}:[^\x00-\x1f\x7f-\x9f]*$/;

/** Tells whether a text is base64 of `user:password`, as HTTP Basic sends and Docker keeps it. */
export function isLogin(text: string): boolean {
  if (text.length < SHORTEST || text.length > LONGEST || !BASE64.test(text)) return false;
  // A text whose length is not one of base64 is not decoded: a thrown error takes as long as 500 decodings.
  const left = text.length % 4;
  if (left === 1 || left > 0 && text.endsWith("=")) return false;
  return LOGIN.test(atob(text));
}
