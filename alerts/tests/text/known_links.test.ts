import fc from "fast-check";
import { find } from "linkifyjs";
import { describe, expect, test } from "vitest";
import { knownHosts } from "../../src/text/known_hosts.ts";
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

test("knownHosts() are those of the alert's links and of the settings", () => {
  const links = ["http://Prom.example:9090/graph", "no link", "https://wiki.example/"];
  expect([...knownHosts({ links }, ["grafana.example"])])
    .toEqual(["grafana.example", "prom.example", "wiki.example"]);
});
