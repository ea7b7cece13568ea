/**
 * Texts that are made to exhaust a scanner: each unit is repeated over and over. `§` is a number
 * that grows, so that no name or value comes twice.
 *
 * @module
 */

const raw = String.raw;

/** For whatever goes from character to character. */
const SIGNS = [
  "a",
  "=",
  ":",
  "-",
  "\\",
  "[",
  '"',
  " ",
  "\n",
  "\u0000",
  "é",
  "😀",
  "\ud800",
  "\uffff",
];

/** For tables: lines that are too long to be a head, and strings in them. */
const HEADS = ["pwd, x", "passwort, ", 'pwd", "', "token | "];

/** For the view: escapes, colours, placeholders. */
const ESCAPES = [
  raw`\n`,
  raw`\\\"`,
  raw`\u0026`,
  raw`\u003d`,
  "\x1b[31m",
  "[EMAIL#1]",
  "[EMAIL#§]",
];

/** For PEM: borders without blocks, blocks without borders, and lines as wide as they should be. */
const PEM = [
  ...[
    "-----BEGIN RSA PRIVATE KEY",
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----\n",
  ],
  ...[
    "-----BEGIN A-----aaaaaaaaaaaaaaaa",
    "-----END A-----aaaaaaaaaaaaaaaa ",
    "---- BEGIN ----END ",
  ],
  ...[
    `${"A".repeat(63)}\n`,
    `${"A".repeat(64)}\n`,
    `${"A".repeat(64)}\f`,
    raw`${"A".repeat(64)}\n`,
  ],
  `-----BEGIN PRIVATE KEY-----\n${"a b c d e ".repeat(4)}\n`,
];

/** For keys of providers: marks without keys, marks in keys, and what stands before a mark. */
const MARKS = [
  ...[
    "sk-",
    "sk-ant-",
    "ghp_!",
    "ghp_ghp_ghp_ghp_ghp!",
    "$6$a$",
    "AKIA",
    "AIza",
    "SG.",
    " SG.aaaaaaaaaaaaaaaaaaaa",
  ],
  ...["1:AA", "Q~", "a1Q~", ".atlasv1.", "a.atlasv1.", "dt0c01.", `AK${"IA"}ABCDEFGHIJKLMNO `],
];

/** For tokens, addresses and logins in URLs. */
const FORMS = [
  ...[
    "eyJ",
    "eyJaaaaaaaa.",
    "eyJ.eyJ.",
    "@",
    "a@",
    "a@a.",
    "a.b@c.d-",
    "~@",
    "'@",
    "%40",
    "@a.b.c.d.e.f.g.h.1",
  ],
  ...[
    "u§@x.org,",
    `${"~".repeat(60)}@`,
    "://",
    "://a:b",
    "://a:b/",
    raw`:\/\/`,
    raw`:\/\/a:b`,
    "@tcp(",
    "a:b@tcp(",
  ],
  ...["://a@b", `://a@${".".repeat(480)}!/`, `://a:/${"a".repeat(500)}`, "://u§:p§@h/ "],
];

/** For names and values. */
const ASSIGNMENTS = [
  ...[
    "%3D",
    "password=",
    "key=",
    "key=key.",
    "key=key%3D",
    'password="',
    `password='no "`,
    '{"password":"\\"',
  ],
  ...[
    "pw=a ",
    "pw=v§ ",
    " = pw",
    "pw: ",
    "pw:\n",
    "k§=v ",
    "k§_key=v ",
    "aB".repeat(30) + "§Key=a ",
  ],
  ...["token:[", "token: [a,", "key:[[[[", "key:[a,", "key:[key:[", 'key:["a","b",'],
  ...[
    "name: token ",
    "value=",
    "name=a value=",
    'name:"a",value:',
    "password: |\n ",
    "</password>",
    "<pw>a</pw>",
  ],
  ...[
    '"auth":"YTpi"',
    "auth=aaaaaaaa== ",
    "key='",
    raw`key=\'`,
    raw`key=\\\'x key="x `,
    "key=a&",
    "key=a,",
    "key=)",
  ],
  ...[
    `${"key=".repeat(24)} `,
    `key=${"(".repeat(50)} `,
    `key=${")".repeat(50)}x `,
    "api key: ",
    "://api key",
  ],
  ...[" key: a", "unexpected token: ", "secret=a/b ", "key=\\", `key=${"\\".repeat(14)}"a `],
];

/** For headers. */
const HEADERS = [
  ...[
    "Bearer ",
    "Authorization: Bearer ",
    "Authorization:",
    "authorization=digest ",
    "Authorization: Digest \n",
  ],
  ...[
    "cookie:a=b;",
    "cookie:",
    "cookie=",
    "cookie:path;",
    "cookie=a=;",
    "path=cookie:path=x;",
    "Cookie://",
  ],
  ...["cookie:expires=x cookie:path;", "set-cookie: a=b; Expires=x;", "cookie:a§=b§;"],
];

/** For mentions. */
const MENTIONS = [
  ...[
    "--password ",
    "--token ",
    "--a-a-a-a-",
    "mysql ",
    "mysql -p",
    "mysql a -p ",
    "redis-cli ",
    "docker login ",
  ],
  ...[
    "curl -u a:",
    "-u a",
    "login x password ",
    "login ",
    "password is ",
    "password for a ",
    "password for of:",
  ],
  ...[
    "identified by '",
    "identified with a by ",
    "api key ",
    "bearer aaaaaaaaaa.bearer ",
    "basic aaaaaaa== ",
  ],
  ...[
    `token ${"=".repeat(1000)}a `,
    "token aaaaaaaaaaaa1A ",
    "oracle:thin:a/",
    "AUTH a ",
    "\nPASS a ",
    "sshpass -p",
  ],
  "--password is password is db:5432 ",
];

/** All units. */
export const HOSTILE: readonly string[] = [
  ...SIGNS,
  ...HEADS,
  ...ESCAPES,
  ...PEM,
  ...MARKS,
  ...FORMS,
  ...ASSIGNMENTS,
  ...HEADERS,
  ...MENTIONS,
];

/** How a text is made of a unit. */
export const SHAPES: Readonly<Record<string, (unit: string) => string>> = {
  "one line": (unit) => unit,
  "many lines": (unit) => `${unit}\n`,
  // What is hidden makes all finders look again around it.
  "one line with secrets": (unit) => `${unit.repeat(Math.ceil(3000 / unit.length))} --password s§ `,
};

/** The unit over and over, up to a number of characters. */
export function hostileText(unit: string, size: number): string {
  if (!unit.includes("§")) return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  const parts: string[] = [];
  for (let number = 1, length = 0; length < size; number++) {
    const part = unit.replaceAll("§", String(number));
    parts.push(part);
    length += part.length;
  }
  return parts.join("").slice(0, size);
}
