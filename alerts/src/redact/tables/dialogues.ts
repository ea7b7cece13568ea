import { isNoisy, isSetting } from "../judges.ts";
import type { Pattern } from "../pattern.ts";

const raw = String.raw;

/** What stands before a line of a dialogue: who says it, or the prompt of a client. */
const LINE = "(?:⇤|(?<=[\"'>:<|\\v]~|\\b[CS]: |>>> |[\\d\\]>] ))";
/** The next line of a dialogue. */
const NEXT = "⏎(?:[CS]: |>{1,3} |<{1,3} |-> |<- )?";

/** What clients say to servers of mail, files, chat and Redis. */
export const DIALOGUES: readonly Pattern[] = [
  {
    rule: "command",
    type: "CREDENTIALS",
    begins: "AUTH",
    form:
      "(?<![\\w-])AUTH(?:ENTICATE)? (?:PLAIN|LOGIN|XOAUTH2|OAUTHBEARER|CRAM-MD5|NTLM|EXTERNAL) ▒",
    exact: true,
    examples: ["AUTH PLAIN «AGFkYQBodW50ZXIy»", "AUTH LOGIN"],
  },
  {
    rule: "command",
    type: "CREDENTIALS",
    begins: "AUTH",
    form:
      `(?<![\\w-])AUTHENTICATE (?:PLAIN|LOGIN|XOAUTH2)${NEXT}\\+?~(?:${NEXT})?▒(?=[\\s"\\\\]|$)`,
    examples: ["a1 AUTHENTICATE PLAIN\n+\n«AGFkYQBodW50ZXIy»\na1 OK"],
  },
  {
    // SMTP: 334 asks, the next line answers
    rule: "command",
    type: "CREDENTIALS",
    begins: "*334",
    form: `334 (?:[A-Za-z0-9+/]{4,200}={0,2})?${NEXT}▒(?=[\\s"\\\\]|$)`,
    examples: ["S: 334 UGFzc3dvcmQ6\nC: «aHVudGVyMg==»\nS: 235 OK", "334 of 400 files"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "AUTH PASS",
    form:
      `${LINE}(?:AUTH|PASS)(?! (?:PLAIN|LOGIN|XOAUTH2|CRAM|tests?/|<))(?: [a-z]\\w{0,31}(?= [^\\s]))? §`,
    exact: true,
    accept: isSetting,
    examples: [
      "AUTH «hunter2»",
      "cache:6379> auth default «hunter2»\nOK".replace("auth", "AUTH"),
      "C: PASS «hunter2»",
      "PASS tests/unit/a.test.ts (4.2 s)",
      "AUTH failed for 10.0.0.1",
    ],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "auth pass",
    form: "(?<=> )(?:auth|pass)(?: [a-z]\\w{0,31}(?= [^\\s]))? §",
    exact: true,
    accept: isSetting,
    examples: ["cache:6379> auth «hunter2»"],
  },
  {
    // What Redis speaks, and what MONITOR shows
    rule: "command",
    type: "PASSWORD",
    begins: "AUTH",
    form: '⇤auth(?:⏎\\$\\d{1,4}⏎([^\\s\\\\"\\uffff]{1,256})){1,2}',
    examples: ["*2\r\n$4\r\nAUTH\r\n$7\r\n«hunter2»\r\n"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "AUTH",
    form:
      `(?<=")auth\\\\{0,7}"(?: \\\\{0,7}"[^"\\n]{1,64}(?=\\\\{0,7}" ))?\\\\{0,7}"? \\\\{0,7}"([^"\\\\\\n\\uffff]{1,256})`,
    examples: [`1769000000.12 [0 10.0.0.1:51002] "AUTH" "«hunter2»"`],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "HELLO",
    form: "(?<![\\w-])HELLO \\d AUTH ¤ §",
    examples: ["HELLO 3 AUTH default «hunter2» SETNAME worker"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "ACL user",
    form:
      '(?<![\\w-])(?:ACL SETUSER|user) ¤(?: [^\\s>"]{1,40}){0,6} [>#<]([^\\s"\'\\\\\\uffff]{2,256})',
    accept: isSetting,
    examples: ["ACL SETUSER ada on >«hunter2» ~* +@all", "user default on >«hunter2» ~* &* +@all"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "CONFIG",
    form: "(?<![\\w-])CONFIG SET (?:requirepass|masterauth|tls-key-file-pass) §",
    accept: isSetting,
    examples: ["CONFIG SET requirepass «hunter2»"],
  },
  {
    // IMAP: a tag before the command
    rule: "command",
    type: "PASSWORD",
    begins: "login",
    form:
      '(?<=\\b[a-z]{0,6}\\d{1,6} |[.*] )LOGIN (?:"[^"\\n]{1,80}"|\\\\{1,7}"[^"\\n]{1,80}"|[^\\s"]{1,80}) §',
    accept: isSetting,
    examples: ["a001 LOGIN ada «hunter2»", `a1 login "ada" "«hunter 2»"`],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "APOP",
    form: "(?<![\\w-])APOP ¤ ([0-9a-f]{32})",
    examples: ["APOP ada «0123456789abcdef0123456789abcdef»"],
  },
  {
    // FTP's client
    rule: "command",
    type: "PASSWORD",
    begins: "user quote",
    form: "(?<=ftp> |ftp> quote )(?:user ¤ |quote PASS |pass )§",
    examples: ["ftp> user ada «hunter2»"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "nick identify oper",
    form:
      "(?<![\\w-])(?:NickServ[ :]{1,3}(?:IDENTIFY|REGISTER|GHOST ¤)|OPER ¤)(?: [^\\s]{1,32}(?= [^\\s]{4,64}$))? §",
    accept: isSetting,
    examples: ["/msg NickServ IDENTIFY «hunter2»"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "PASS",
    form: "(?<=sent |send |-> |=> |>> |client: )PASS §",
    exact: true,
    accept: isSetting,
    examples: [":irc 464 nick :sent PASS «hunter2»"],
  },
  {
    // expect
    rule: "command",
    type: "PASSWORD",
    begins: "send",
    form:
      `(?<=(?:assword|assphrase|asswort)[^\\n\\f]{0,40})send(?:_user)? (?:-- )?\\\\{0,7}["']([^"'\\n\\f\\\\\\uffff]{2,256})`,
    examples: [raw`expect "assword:"; send "«hunter2»\r"`],
  },
  {
    // The address to which a login server sends the browser back
    rule: "token",
    type: "TOKEN",
    begins: "*?code= *&code=",
    form: "[?&]code=([\\w.~%/+-]{16,2048})",
    accept: isNoisy,
    examples: [
      "GET /callback?code=«aB3dE5gH7jK9mN1pQ3sT5»&state=xyz HTTP/1.1",
      "GET /errors?code=payment-was-declined&lang=de",
    ],
  },
  {
    // .netrc and fetchmail
    rule: "command",
    type: "PASSWORD",
    begins: "login user username",
    form:
      "(?<![\\w-])(?:login|user(?:name)?) (?:is )?[\"']?[^\\s\"';]{1,64}[\"']?,?[ \\n\\f]{1,8}(?:and )?(?:with )?(?:password|pass) (?:is )?[\"']?((?![:=])[^\\s\"'\\\\\\uffff]{2,256})",
    accept: isSetting,
    examples: [
      "machine git.example.org login ada password «hunter2»",
      `poll mail protocol IMAP username "ada" password "«hunter2»"`,
    ],
  },
];
