/**
 * Only links to known hosts.
 *
 * @module
 */

import { find } from "linkifyjs";

/**
 * Schemes with which a device opens something without two slashes after them. Words that logs have
 * before a colon (line, file, service, signal) are not among them.
 */
const BARE_SCHEMES = [
  "aim|android-app|apt|bitcoin|bitcoincash|blob|callto|data|ethereum|facetime|facetime-audio",
  "facetime-group|geo|gtalk|h323|intent|itms|itms-apps|javascript|lightning|magnet|mailto|market",
  "mms|mmsto|monero|ms-[a-z-]+|msteams|otpauth|packageinstaller|rtsp|secondlife|sftp|sgnl|shortcuts",
  "sip|sips|skype|sms|smsto|spotify|steam|tel|telnet|tg|upi|vbscript|view-source|voicemail|wais",
  "web\\+[a-z]+|webcal|whatsapp|wtai|x-apple[a-z.-]*|xmpp|ymsgr|zoommtg|zoomus",
].join("|");

/** Anything with a scheme that a device may open, also those that are no web address. */
const WITH_SCHEME = new RegExp(
  `\\b[a-z][a-z0-9+.-]{0,30}:\\/\\/\\S*|(?<![\\w.-])(?:${BARE_SCHEMES}):(?!\\s)\\S+`,
  "gi",
);

/** A phone number with the code of its country, as devices make one a link: +49 30 123456. */
const PHONE_NUMBER =
  /(?<![\w.+-])\+[1-9](?:[ ().\/-]{0,2}\d){8,14}(?![\w])|(?<![\w.+-])\+[1-9]\d{0,2}[ (.\/-](?:[ ().\/-]{0,2}\d){5,12}(?![\w])/g;

/**
 * Takes out what a phone would make a link to an unknown host. Of an address the host stays, for
 * whoever wants to know; a bare name such as `ghcr.io/image` stays readable as `ghcr[.]io/image`.
 *
 * @param hosts Hosts that may be linked, in lower case; one with a port stands for that port only.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { knownLinks } from "./known_links.ts";
 *
 * const hosts = new Set(["wiki.example"]);
 * assert.equal(knownLinks("read https://wiki.example/db.", hosts), "read https://wiki.example/db.");
 * assert.equal(knownLinks("pull ghcr.io/a/b:v1.2", hosts), "pull ghcr[.]io/a/b:v1.2");
 * assert.equal(knownLinks("http://10.0.0.5:80/x", hosts), "[link to 10.0.0.5 removed]");
 * ```
 */
export function knownLinks(text: string, hosts: ReadonlySet<string>): string {
  if (!MAY_HOLD_LINK.test(text)) return text;
  const addressed = text.replace(WITH_SCHEME, (found) => {
    // Punctuation and brackets at its end are the sentence's.
    const address = found.replace(/[.,;:!?)\]}>"'*_`]+$/, "");
    const rest = found.slice(address.length);
    return (isKnownLink(address, hosts) ? address : removed(address)) + rest;
  });
  return bareNames(addressed.replace(PHONE_NUMBER, "[number removed]"), hosts);
}

/**
 * Whether an address is one of a known host, in a form about which no two programs disagree.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isKnownLink } from "./known_links.ts";
 *
 * const hosts = new Set(["wiki.example"]);
 * assert(isKnownLink("https://wiki.example/db", hosts));
 * assert(!isKnownLink("https://wiki.example@elsewhere.example/", hosts));
 * assert(!isKnownLink("tel:+493012345678", hosts));
 * ```
 */
export function isKnownLink(address: string, hosts: ReadonlySet<string>): boolean {
  if (!PLAIN.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && (hosts.has(url.hostname) || hosts.has(url.host));
}

/** What a text with a link, a number or a name has: most have none of it. */
const MAY_HOLD_LINK = /[:+@]|[.\u3002\uff0e\uff61](?![\s\d.,;!?)\]}'"]|$)|localhost/i;
/** What a word with a name has: no other is worth the look, which takes a while. */
const MAY_LINK = /[.\u3002\uff0e\uff61](?![\s\d.,;!?)\]}'"]|$)|@|:\/\/|mailto:|localhost/i;

/**
 * Removes the names without a scheme, which phones link as well. The remaining text may contain a
 * link again. The loop ends, because each pass removes a bare dot or @, or a whole link.
 */
function bareNames(text: string, hosts: ReadonlySet<string>): string {
  return text.replace(/\S+/g, (word) => MAY_LINK.test(word) ? withoutNames(word, hosts) : word);
}

function withoutNames(text: string, hosts: ReadonlySet<string>): string {
  for (let result = text;;) {
    let shown = "", end = 0;
    for (const { value, href, start, end: next } of find(result)) {
      shown += result.slice(end, start);
      shown += isKnownLink(href, hosts) ? value : withoutLink(value);
      end = next;
    }
    shown += result.slice(end);
    if (shown === result) return result;
    result = shown;
  }
}

/** The plainest form of an address: parsers disagree about where the host ends in others. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i;

function removed(address: string): string {
  const host = URL.parse(address)?.hostname ?? "";
  // Numbers cannot be taken for a name.
  const shown = /^[\d.]+$/.test(host) ? host : defanged(host);
  return /^[\w.[\]:-]{1,80}$/.test(shown) ? `[link to ${shown} removed]` : "[link removed]";
}

/** What a link found among bare names becomes; one with a scheme is left where it is part of a word. */
function withoutLink(value: string): string {
  if (value.includes("://")) return removed(value);
  const shown = defanged(value);
  return shown === value ? "[link removed]" : shown;
}

/** Puts brackets around each dot and @ of a name that has none yet. */
function defanged(name: string): string {
  return name.replace(
    /\[[.\u3002\uff0e\uff61@]\]|[.\u3002\uff0e\uff61](?=[^\s\d])|@/gu,
    (sign) => sign.startsWith("[") ? sign : `[${sign}]`,
  );
}
