import { COMMAND_FLAGS } from "./command_flags.ts";
import { entropy } from "./entropy.ts";
import { isLogin } from "./is_login.ts";
import type { Mention } from "./mention.ts";
import { isSecretValue } from "./secret_value.ts";
import { PASSWORD, TOKEN } from "./words_of_keys.ts";

const PASSWORDS = ["pas", "pwd"];
const TOKENS = ["tok", "sec", "api", "acc", "aut", "pri", "jwt", "cre"];

/** All of them. Where two find the same, the first one counts. */
export const MENTIONS: readonly Mention[] = [
  {
    rule: "bearer",
    type: "TOKEN",
    cues: ["bea"],
    pattern: /bearer[ \v]{1,4}([\w.~+/=-]{8,4096})/iy,
    accept: (value) => /\d/.test(value) || value.length >= 24 && entropy(value) >= 3.5,
  },
  {
    rule: "basic",
    type: "CREDENTIALS",
    cues: ["bas"],
    pattern: /basic[ \v]{1,4}([a-z0-9+/]{6,2048}={0,2})/iy,
    accept: isLogin,
  },
  {
    // password is hunter2
    rule: "password",
    type: "PASSWORD",
    cues: PASSWORDS,
    pattern:
      /(?:password|passwd|passphrase|passcode|pwd)[\\"']{0,4}[ \v]{1,4}(?:(?:is|was|of|set to|changed to|to be|value|=>)[ \v]{1,4})(?:[\\]{0,7}["'`]([^"'`\n\\]{2,256})|([^\s"'`]{3,255}[^\s"'`.,;:]))/iy,
    accept: isPasswordMention,
  },
  {
    // IDENTIFIED BY 'hunter2'
    rule: "password",
    type: "PASSWORD",
    cues: [...PASSWORDS, "ide"],
    pattern:
      /(?:password|identified[ \v]{1,4}(?:with[ \v]{1,4}[\w"'`]{1,40}[ \v]{1,4})?(?:by|as)(?:[ \v]{1,4}password)?)[ \v]{1,4}[\\]{0,7}['"]([^'"\n\\]{1,256})/iy,
    accept: (value) => isSecretValue(PASSWORD, value, { quoted: true }),
  },
  {
    rule: "token",
    type: "TOKEN",
    cues: TOKENS,
    pattern:
      /(?:token|secret|api[ _-]?key|access[ _-]?key|secret[ _-]?key|auth[ _-]?key|private[ _-]?key|jwt|credentials?)[\\"']{0,4}[ \v]{1,4}(?:(?:is|was|of|value|id)[ \v]{1,4})?[\\]{0,7}["'`(<]?([\w.~+/=:-]{12,1024})/iy,
    accept: isNoisy,
  },
  {
    // password hunter2, the secret is hunter2
    rule: "password",
    type: "PASSWORD",
    cues: [...PASSWORDS, ...TOKENS],
    pattern:
      /(?<![\w-])(?:(?:password|passwd|passphrase|pwd)|(?:secret|token|api[ _-]?key)[ \v]{1,4}(?:is|was))[ \v]{1,4}([^\s"'`(),;]{5,255}[^\s"'`(),;:.])/iy,
    accept: isMixed,
  },
  {
    // Password for user root: hunter2
    rule: "password",
    type: "PASSWORD",
    cues: PASSWORDS,
    pattern:
      /(?:password|passphrase)[ \v]{1,4}(?:for|of)[ \v]{1,4}[^\n\f:]{1,80}:(?:\/\/[^\s:]{1,80}:)?[ \v]{1,4}([^\s"'`]{3,255}[^\s"'`.,;:])/iy,
    accept: isPasswordMention,
  },
  {
    // --password hunter2, "--token", "…"
    rule: "flag",
    type: "PASSWORD",
    cues: ["-"],
    pattern:
      /--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:password|passwd|passphrase|pass|pwd|pw)(?:[\\]{0,7}["'][ \v\f\n]{0,8},?[ \v\f\n]{0,24}[\\]{0,7}["']|[ \v]{1,4}[\\]{0,7}["']|[ \v]{1,4})((?!--)[^\s"'\\\uffff]{2,512})/iy,
    // `openssl -pass pass:…`, where the rest is an assignment, or `-pass env:…`, which is a reference
    accept: (value) =>
      !/^(?:pass|env|file|fd):/.test(value) && isSecretValue(PASSWORD, value, { tight: true }),
  },
  {
    rule: "flag",
    type: "TOKEN",
    cues: ["-"],
    pattern:
      /--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:token|secret|api-?key|access-?key|secret-?key|auth-?key|private-?key|account-?key)(?:[\\]{0,7}["'][ \v\f\n]{0,8},?[ \v\f\n]{0,24}[\\]{0,7}["']|[ \v]{1,4}[\\]{0,7}["']|[ \v]{1,4})((?!-)[^\s"'\\\uffff]{4,1024})/iy,
    accept: (value) => isSecretValue(TOKEN, value, { tight: true }),
  },
  {
    // curl -u user:password
    rule: "flag",
    type: "PASSWORD",
    cues: ["-"],
    pattern:
      /(?:-u|--user|--proxy-user|-U)[ \v]{0,4}[\\]{0,7}["']?[^\s"':\\/\uffff]{1,64}:([^\s"'\\\uffff]{1,256})/y,
    accept: (value) => !/^(?:\d{1,5}|\/.*)$/.test(value),
  },
  ...COMMAND_FLAGS,
  {
    // Redis' own file
    rule: "command",
    type: "PASSWORD",
    cues: ["req", "mas"],
    pattern: /\b(?:requirepass|masterauth)[ \v]{1,4}["']?([^\s"'\uffff]{2,256})/y,
    accept: isArgument,
  },
  {
    // AUTH of Redis, PASS of FTP and mail
    rule: "command",
    type: "PASSWORD",
    cues: ["aut", "pas"],
    pattern:
      /(?<=^|[\n\r\f"'>])(?:AUTH|PASS)(?![ \v]{1,4}(?:PLAIN|LOGIN|XOAUTH2|CRAM))(?:[ \v]{1,4}[a-z]\w{0,31}(?=[ \v]))?[ \v]{1,4}["']?([^\s"'\uffff]{2,256})/y,
    accept: isArgument,
  },
  {
    // .netrc
    rule: "command",
    type: "PASSWORD",
    cues: ["log"],
    pattern: /\blogin[ \v]{1,4}\S{1,64}[ \v]{1,4}password[ \v]{1,4}["']?([^\s"'\uffff]{2,256})/y,
    accept: isArgument,
  },
  {
    // SNMP: net-snmp's own file, and switches
    rule: "command",
    type: "PASSWORD",
    cues: ["roc", "rwc", "com", "snm"],
    pattern:
      /(?<![\w-])(?:r[ow]community6?|snmp-server[ \v]{1,4}community|com2sec6?(?:[ \v]{1,4}[\w./:-]{1,64}){2})[ \v]{1,8}["']?([^\s"'\uffff]{2,256})/y,
    accept: isArgument,
  },
  {
    rule: "command",
    type: "PASSWORD",
    cues: ["cre"],
    pattern:
      /(?<![\w-])createUser(?:[ \v]{1,4}-e[ \v]{1,4}\w{1,80})?[ \v]{1,4}[\w.@-]{1,64}[ \v]{1,4}(?:MD5|SHA(?:-\d{3})?)[ \v]{1,4}["']?([^\s"'\uffff]{2,256})/y,
  },
  {
    rule: "command",
    type: "PASSWORD",
    cues: ["des", "aes"],
    pattern: /(?<![\w-])(?:DES|AES(?:-?\d{3})?)[ \v]{1,4}["']([^\s"'\uffff]{8,256})(?=["'])/y,
  },
  {
    // Checkmk: the user, then the secret of its automation
    rule: "bearer",
    type: "TOKEN",
    cues: ["bea"],
    pattern: /bearer[ \v]{1,4}[a-z][a-z_.-]{1,31}[ \v]([\w-]{16,128})(?![\w-])/iy,
    accept: (value) => /\d/.test(value),
  },
  {
    // AUTH PLAIN of mail
    rule: "command",
    type: "CREDENTIALS",
    cues: ["aut"],
    pattern:
      /(?<![\w-])AUTH[ \v]{1,4}(?:PLAIN|LOGIN|XOAUTH2)[ \v]{1,4}([a-zA-Z0-9+/]{8,2048}={0,2})/y,
  },
  {
    // jdbc:oracle:thin:scott/tiger@host
    rule: "url_login",
    type: "PASSWORD",
    cues: ["ora"],
    pattern: /oracle:(?:thin|oci):[^\s/@:"']{1,64}\/([^\s@"'\uffff]{1,128})(?=@)/iy,
  },
];

function isPasswordMention(value: string): boolean {
  return /\d|[^\w.,;:!?)'"-]/.test(value) && isSecretValue(PASSWORD, value);
}

/** Letters and digits in a mix that no name of a thing has. */
function isNoisy(value: string): boolean {
  let end = value.length;
  while (end > 0 && ".:=".includes(value[end - 1]!)) end--;
  const text = value.slice(0, end);
  if (text.length < 12 || !/\d/.test(text) || /:\/\//.test(text)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return false;
  // `default/db-credentials-v2`, `sh.helm.release.v1.grafana.v12`, `2026-11-21T02:27:00Z`
  if (/^[a-z0-9]+(?:[-./:_][a-z0-9]+)+$/.test(text) || /^[\dTZ:.+-]+$/.test(text)) return false;
  return /[a-z]/i.test(text) && entropy(text) >= 3;
}

/** No end of a sentence and no remark in brackets. */
function isArgument(value: string): boolean {
  return isSecretValue(PASSWORD, value) && !/[.:]$|^[([]/.test(value);
}

/** A word with letters and digits that is no version, date, number or algorithm. */
function isMixed(value: string): boolean {
  return /[a-z]/i.test(value) && /\d/.test(value) && isSecretValue(PASSWORD, value) &&
    !/^(?:v?\d+(?:[.:_-]|[a-z]{1,4}$)|\d{4}-|sha-?\d|md\d|scram-|bcrypt|argon|pbkdf|base64|utf-?8|x509)/i
      .test(value) &&
    !/[=:]|^[a-z]+-\d+$|\.\w{2,4}$/i.test(value);
}
