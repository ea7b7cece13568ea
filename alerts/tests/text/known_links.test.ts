import fc from "fast-check";
import { find } from "linkifyjs";
import { describe, expect, test } from "vitest";
import { knownLinks } from "../../src/text/known_links.ts";

const HOSTS = new Set(["wiki.example", "prom.example:9090"]);
const shown = (text: string) => knownLinks(text, HOSTS);

describe("knownLinks()", () => {
  test.each([
    "https://wiki.example/db?page=1#top",
    "see (https://wiki.example/db), then http://prom.example:9090/graph.",
    "[the page](https://WIKI.example/db)",
    "config.yaml at line 3, v1.2.3, 10.0.0.5:9090: connection refused",
    "kube-dns.kube-system.svc.cluster.local",
    "data: none; tel: unknown",
  ])("leaves %j", (text) => {
    expect(shown(text)).toBe(text);
  });

  test.each([
    ["https://evil.example/x", "[link to evil[.]example removed]"],
    ["HTTPS://EVIL.EXAMPLE", "[link to evil[.]example removed]"],
    ["[ok](https://evil.example/a), then", "[ok]([link to evil[.]example removed]), then"],
    ["http://prom.example:80/", "[link to prom[.]example removed]"],
    ["https://wiki.example.evil.com/", "[link to wiki[.]example[.]evil[.]com removed]"],
    ["https://wiki.example@evil.com/", "[link to evil[.]com removed]"],
    ["https://user:pw@wiki.example/", "[link to wiki[.]example removed]"],
    ["https://wiki.example\\@evil.com/", "[link to wiki[.]example removed]"],
    ["http://evil。com/", "[link to evil[.]com removed]"],
    ["http://аррӏе.com/", "[link to xn--80ak6aa92e[.]com removed]"],
    ["http://10.0.0.5:8080/health", "[link to 10.0.0.5 removed]"],
    ["http://[::1]/", "[link to [::1] removed]"],
    ["ftp://files.example", "[link to files[.]example removed]"],
    ["javascript:alert(1)", "[link removed])"],
    ["tel:+491234", "[link removed]"],
    ["mailto:a@evil.com", "[link removed]"],
    ["http://", "[link removed]"],
    ["go to evil.com/x", "go to evil[.]com/x"],
    ["www.evil.com", "www[.]evil[.]com"],
    ["write to a@evil.com", "write to a[@]evil[.]com"],
    ["pull ghcr.io/a/b:v1.2", "pull ghcr[.]io/a/b:v1.2"],
    // A scheme within a word: brackets around its dots used to get brackets of their own, for ever.
    ["_http://evil.com 0@", "_[link to evil[.]com removed] 0@"],
    ["/_http://evil.com。", "/_[link to evil[.]com. removed]"],
  ])("makes %j %j", (text, result) => {
    expect(shown(text)).toBe(result);
  });

  test("looks at words alone, and finds what a look at the whole text would", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."evil.com|localhost|a@b.org|:|//|http|mailto:|com|。|www.|.| |\n|\u3000|\u00a0|\ufffc|(|0"
          .split("|"),
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const words = text.split(/\s+/).flatMap((word) => find(word).map(({ value }) => value));
      expect(find(text).map(({ value }) => value)).toEqual(words);
      if (!/[.\u3002\uff0e\uff61](?![\s\d.,;!?)\]}'"]|$)|@|:\/\/|mailto:|localhost/i.test(text)) {
        expect(find(text)).toEqual([]);
      }
    }));
  });

  test("whatever it is given, a phone finds no link to an unknown host in the result", () => {
    const piece = fc.constantFrom(
      ..."http://|https://|evil.com|wiki.example|@|.|/|:|a|[|]|(|)| |\\|www.|com|。|xn--|ftp:|//|?u=|_|0"
        .split("|"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        for (const { href } of find(shown(pieces.join("")))) {
          expect(["wiki.example", "prom.example:9090"]).toContain(new URL(href).host);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("a second pass changes nothing", () => {
    const text = "https://evil.example/a evil.com a@b.org ghcr.io/x:y tel:1";
    expect(shown(shown(text))).toBe(shown(text));
  });
});

describe("what a phone makes a link of without a web address", () => {
  test.each([
    "tel:+493012345678",
    "TEL:110",
    "sip:ada@evil.example",
    "sips:x",
    "geo:52.5,13.4",
    "smsto:123",
    "callto:ada",
    "facetime-audio:ada",
    "skype:ada?call",
    "whatsapp:x",
    "tg:resolve?x",
    "xmpp:ada@evil.example",
    "magnet:?xt=1",
    "view-source:x",
    "otpauth:x",
    "upi:pay?pa=x",
    "bitcoin:1abc",
    "web+money:x",
    "ms-settings:x",
    "itms-apps:x",
    "android-app:x",
  ])("%s is no link any more", (link) => {
    expect(shown(`call ${link} now`)).not.toContain(link);
    expect(shown(`(${link})`)).not.toContain(link);
  });

  test.each([
    "+49 30 1234567",
    "+493012345678",
    "+1 (555) 010-9999",
    "+44-20-7946-0000",
    "+49/170/1234567",
  ])("the phone number %s is no link any more", (number) => {
    expect(shown(`call ${number}, please`)).toBe("call [number removed], please");
  });

  test.each([
    "took +12 ms, +0.5 % of 1234567 bytes",
    "2026-11-21T02:27:00+01:00",
    "a+123456789",
    "level:info status:500 image:v1 line:4",
    "main.c:12 service:api signal:9, about: nothing",
    "delta +1234567 since 02:27",
  ])("%s stays", (text) => {
    expect(shown(text)).toBe(text);
  });
});
