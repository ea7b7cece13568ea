import fc from "fast-check";
import { Buffer } from "node:buffer";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hostPattern } from "../../../src/context/ssh/host_pattern.ts";
import { parseKnownHosts } from "../../../src/context/ssh/known_hosts.ts";
import { keyLine } from "./key_line.ts";

const ONE = keyLine("one"), OTHER = keyLine("other");
const RSA = keyLine("rsa", "ssh-rsa");

const types = (text: string, host: string, port?: number) =>
  parseKnownHosts(text).keysOf(host, port).map(({ type }) => type);
const problems = (text: string) =>
  parseKnownHosts(text).problems.map(({ line, reason }) => `${line}: ${reason}`);

/** As `ssh-keygen -H` does. */
function hashed(name: string): string {
  const salt = randomBytes(20);
  const hash = createHmac("sha1", salt).update(name).digest("base64");
  return `|1|${salt.toString("base64")}|${hash}`;
}

describe("parseKnownHosts()", () => {
  test.each([
    ["a plain name", `db1 ${ONE}`, "db1", 22, true],
    ["another name", `db1 ${ONE}`, "db2", 22, false],
    ["a part of a name", `db1.example ${ONE}`, "db1", 22, false],
    ["a name in other letters", `DB1 ${ONE}`, "dB1", 22, true],
    ["one of a list", `db1,10.0.0.5 ${ONE}`, "10.0.0.5", 22, true],
    ["an address of IPv6", `fe80::1 ${ONE}`, "fe80::1", 22, true],
    ["a wildcard", `*.example ${ONE}`, "db1.example", 22, true],
    ["a wildcard, not reaching", `*.example ${ONE}`, "example", 22, false],
    ["a wildcard for one character", `db? ${ONE}`, "db7", 22, true],
    ["two characters for one", `db? ${ONE}`, "db77", 22, false],
    ["a negation after", `*.example,!db1.example ${ONE}`, "db1.example", 22, false],
    ["a negation before", `!db1.example,*.example ${ONE}`, "db1.example", 22, false],
    ["beside a negation", `!db1.example,*.example ${ONE}`, "db2.example", 22, true],
    ["only a negation", `!db1 ${ONE}`, "db2", 22, false],
    ["a dot as it is", `db.1 ${ONE}`, "dbx1", 22, false],
    ["a port", `[db1]:2222 ${ONE}`, "db1", 2222, true],
    ["another port", `[db1]:2222 ${ONE}`, "db1", 2223, false],
    ["a port that is not asked for", `[db1]:2222 ${ONE}`, "db1", 22, false],
    ["no port for another port", `db1 ${ONE}`, "db1", 2222, false],
    ["a wildcard with a port", `[*.example]:2222 ${ONE}`, "db1.example", 2222, true],
    ["a hashed name", `${hashed("db1")} ${ONE}`, "db1", 22, true],
    ["a hashed name in other letters", `${hashed("db1")} ${ONE}`, "DB1", 22, true],
    ["another hashed name", `${hashed("db1")} ${ONE}`, "db2", 22, false],
    ["a hashed name with its port", `${hashed("[db1]:2222")} ${ONE}`, "db1", 2222, true],
    ["a comment", `db1 ${ONE} root@db1 on Monday`, "db1", 22, true],
    ["tabs and spaces around", ` \tdb1\t${ONE}  `, "db1", 22, true],
    ["lines of Windows", `# list\r\n\r\ndb1 ${ONE}\r\n`, "db1", 22, true],
    ["a byte order mark", `\ufeffdb1 ${ONE}`, "db1", 22, true],
    ["a line that is commented out", `#db1 ${ONE}`, "db1", 22, false],
  ])("finds %s", (_, text, host, port, isFound) => {
    expect(types(text, host, port)).toEqual(isFound ? ["ssh-ed25519"] : []);
  });

  test("gathers all keys of a host, each once", () => {
    const text = `db1 ${ONE}\ndb1 ${RSA}\n${hashed("db1")} ${ONE}\nweb ${OTHER}`;
    expect(types(text, "db1")).toEqual(["ssh-ed25519", "ssh-rsa"]);
    expect(parseKnownHosts(text).size).toBe(4);
  });

  test("leaves out a key that is revoked for the host, and only for it", () => {
    const known = parseKnownHosts(`db1,db2 ${ONE}\ndb1 ${OTHER}\n@revoked db1 ${ONE}`);
    const [other] = known.keysOf("db1");
    expect(known.keysOf("db1")).toHaveLength(1);
    const [one] = known.keysOf("db2");
    expect([known.isRevoked(one!.blob, "db1"), known.isRevoked(one!.blob, "db2")])
      .toEqual([true, false]);
    expect(known.isRevoked(other!.blob, "db1")).toBe(false);
    expect(known.size).toBe(2);
    expect(known.problems).toEqual([]);
  });

  test("says which lines are of no use, and why", () => {
    const wrongType = `db1 ssh-rsa ${ONE.split(" ")[1]}`;
    expect(problems([
      `@cert-authority *.example ${ONE}`,
      `@trusted db1 ${ONE}`,
      "db1",
      "db1 ssh-ed25519",
      "db1 2048 65537 1234567",
      `db1 ssh-dss ${ONE.split(" ")[1]}`,
      "db1 ssh-ed25519 %%%",
      "db1 ssh-ed25519 AAAA",
      wrongType,
      `|2|AAAA|AAAA ${ONE}`,
      `|1|AAAA|AAAA ${ONE}`,
      `, ${ONE}`,
    ].join("\n"))).toEqual([
      "1: certificate authorities are not supported: list the keys of the hosts themselves",
      "2: the marker @trusted is unknown",
      "3: it has no type and key",
      "4: it has no type and key",
      "5: it is a key of SSH 1, which is no longer secure",
      "6: keys of the type ssh-dss are not supported",
      "7: its key is damaged",
      "8: its key is damaged",
      "9: its key is of the type ssh-ed25519, not ssh-rsa",
      "10: the hash of the name is of an unknown kind (2)",
      "11: the hash of the name is damaged",
      "12: there is no host name",
    ]);
  });

  test("a certificate authority makes no host known", () => {
    expect(types(`@cert-authority * ${ONE}`, "db1")).toEqual([]);
  });

  test("tells the ports of plain names", () => {
    const text = `[db1]:2222,[DB1]:2200 ${ONE}\n[db1]:2222 ${RSA}\n[db*]:9 ${ONE}\ndb1 ${ONE}`;
    expect(parseKnownHosts(text).portsOf("db1")).toEqual([2222, 2200]);
    expect(parseKnownHosts(text).portsOf("db2")).toEqual([]);
  });

  test("shows fingerprints as ssh-keygen does", () => {
    const blob = Buffer.from(ONE.split(" ")[1]!, "base64");
    const digest = createHash("sha256").update(blob).digest("base64").slice(0, 43);
    expect(parseKnownHosts(`a ${ONE}`).keysOf("a")[0]!.fingerprint).toBe(`SHA256:${digest}`);
  });

  test("never fails, whatever the list holds", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("@revoked", "|1|", "|1|AA==|AA==", "db1", "!", "*", ",", ...ONE.split(" ")),
    );
    const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(" "));
    fc.assert(fc.property(fc.array(line), fc.string(), (lines, host) => {
      const known = parseKnownHosts(lines.join("\n"));
      expect(known.keysOf(host).length).toBeLessThanOrEqual(known.size);
    }));
  });
});

describe("hostPattern()", () => {
  const character = fc.constantFrom("a", "b", "*", "?", ".");
  const name = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 8 });

  test("matches wildcards as their definition says", () => {
    const glob = fc.string({ unit: character, minLength: 1, maxLength: 8 });
    fc.assert(fc.property(glob, name, (glob, name) => {
      const expression = glob.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      const pattern = hostPattern(glob);
      if (typeof pattern === "string") throw new Error(pattern);
      expect(pattern.matches(name)).toBe(new RegExp(`^${expression}$`).test(name));
    }));
  });
});
