import { isArgument, isSetting } from "../judges.ts";
import type { Pattern } from "../pattern.ts";

const raw = String.raw;
/** How a device says that what follows is encrypted, or not: Cisco's `7`, Juniper's `ascii-text`. */
const KINDS =
  "(?:\\d{1,2}|ENC|encrypted|clear(?:text)?|plain-text|ascii-text|ascii|hexadecimal|hex|level \\d{1,2}|sha\\d{0,3}|md5|hmac-sha-\\d{1,3})";
const KIND = `(?:${KINDS} ){0,3}(?!${KINDS} )`;
/** The end of a setting. */
const END = "(?=[ \\t\\v]{0,8}(?:[\\s;,!#\"'\\\\{]|$))";
/** One setting: words, perhaps the kind of what follows, and the secret. */
const setting = (begins: string, words: string, ...examples: readonly string[]): Pattern => ({
  rule: "setting",
  type: "PASSWORD",
  begins,
  form: `(?<![\\w-])(?:${words}) ${KIND}§${END}`,
  accept: isSetting,
  examples,
});

/** Files of daemons and devices, whose settings stand in words one after another. */
export const DAEMONS: readonly Pattern[] = [
  // Names that are of secrets only, wherever they stand
  setting(
    "req mas auth_ insecure bindpw rootpw roo rpc xmpp",
    `requirepass|masterauth|auth_pass|auth-pass|insecure-password|bindpw|rootpw|bind_?password|rootpass
     |sasl_passwd|smtp_pass|rpcpassword|shared-secret|sharedsecret`.replaceAll(/\s/g, ""),
    "requirepass «hunter2»",
    "  auth_pass «s3cr3t99»",
    "rootpw «hunter2»",
    'requirepass ""',
    "  user ada insecure-password «hunter2»",
  ),
  // Cisco, Arista, Juniper, Fortinet, MikroTik, Huawei
  setting(
    "ena use",
    "enable (?:secret|password|algorithm-type \\w{2,10} secret)|username [^\\s]{1,64}(?: privilege \\d{1,2})?(?: role [\\w-]{1,30})? (?:secret|password)",
    "enable secret 5 $1$abcd$0123456789abcdefghijk.".replace("5 ", "5 «") + "»",
    "enable password 7 «0822455D0A16»",
    "username ada privilege 15 password 0 «hunter2»",
    "username ada privilege 15",
  ),
  setting(
    "tac rad",
    "(?:tacacs|radius)(?:-server)?(?: (?:host|server) [^\\s]{1,64})?(?: (?:auth-port|acct-port|port|timeout|retransmit) \\d{1,6}){0,4} key",
    "tacacs-server key 7 «0822455D0A16»",
    "radius-server host 10.0.0.1 auth-port 1812 key «hunter2»",
  ),
  setting(
    "nei ppp cry isa ip_ ip sta vrr key pre loc asc enc aut psk",
    `neighbor [^\\s]{1,64} password|ppp (?:chap|pap sent-username [^\\s]{1,64}) password|(?:crypto )?isakmp key
     |ip ospf (?:message-digest-key \\d{1,3} md5|authentication-key)|(?:standby|vrrp|glbp) \\d{1,3} authentication(?: md5 key-string| text)?
     |key-string|pre-shared-key(?: local| remote)?|pre-shared-secret|encrypted-password|plain-text-password-value
     |authentication-key(?:-string)?|authentication-password|privacy-password|wpa-psk|psk-ascii`
      .replaceAll(/\n\s+/g, ""),
    "neighbor 10.0.0.1 password «hunter2»",
    "crypto isakmp key «hunter2» address 10.0.0.1",
    " ip ospf message-digest-key 1 md5 «hunter2»",
    "  key-string «hunter2»",
    'set security ike policy P pre-shared-key ascii-text "«$9$abcdef0123456789»"',
    "key chain OSPF",
  ),
  setting(
    "set",
    "set (?:password|passwd|psksecret|passphrase|secret|sae-password|auth-pwd|priv-pwd|key|ppk-secret)",
    "set password ENC «kJ8sXabc0123kJ8sXabc0123=»",
    "set psksecret «hunter2»",
  ),
  setting(
    "sec key pass",
    "(?:passphrase|wpa-passphrase|wpa2-passphrase)",
    "set wlan ssid HomeNet passphrase «hunter2»",
  ),
  {
    // A line that has nothing else
    rule: "setting",
    type: "PASSWORD",
    begins: "pas sec key psk wpa",
    form:
      `⇤(?:password|passwd|passphrase|secret|key|psk|wpa-psk|wpa_passphrase) ${KIND}["']?([^\\s"'{}\\\\\\uffff]{4,256})["']?(?=[ \\t]{0,8};?[ \\t]{0,8}(?:[\\n\\r\\f\\v"'\\\\]|$))`,
    accept: (value) => isSetting(value) && /[\d!#$%&*+@^~]/.test(value),
    examples: [
      "line vty 0 4\n password 7 «0822455D0A16»\n login",
      "radius server R\n key «hunter2»",
      "password changed",
      "secret 5",
      "key chain K\n key 1",
    ],
  },
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "auth priv des aes",
    form:
      `(?<=snmp[^\\n\\f]{0,160})(?:auth (?:md5|sha(?:-?\\d{1,3})?)|priv (?:3?des|aes)(?: \\d{3})?(?! \\d{3} )|auth-password|priv-password) §${END}`,
    examples: ["snmp-server user ada grp v3 auth sha «hunter2» priv aes 128 «hunter3»"],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "roc rwc com snm",
    form:
      "(?<![\\w-])(?:r[ow]community6?|snmp-server community|set snmp community|com2sec6?(?: [\\w./:-]{1,64}){2}) §",
    exact: true,
    accept: isSetting,
    examples: [
      "rocommunity «s3cr3tComm» 10.0.0.0/8",
      "snmp-server community «s3cr3tComm» RO",
      "com2sec readonly default «s3cr3tComm»",
    ],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "cre",
    form:
      "(?<![\\w-])createUser(?: -e \\w{1,80})? [\\w.@-]{1,64} (?:MD5|SHA(?:-\\d{3})?) §(?:(?:″)? (?:DES|AES(?:-?\\d{3})?) §)?",
    exact: true,
    examples: [`createUser monitor SHA "«authpass99»" AES "«privpass99»"`],
  },
  // haproxy, IPsec, PPP, FreeRADIUS, Postfix
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "sta",
    form: "(?<![\\w-])stats auth [^\\s:]{1,64}:([^\\s\"'\\\\\\uffff]{1,256})",
    examples: ["  stats auth ada:«hunter2»"],
  },
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "PSK EAP XAUTH NTLM",
    form:
      "(?<=(?:^|[\\n\\r\\f])[^\\n\\r\\f]{0,120}:~)(?:PSK|EAP|XAUTH|NTLM|PIN|PKCS8) \\\\{0,7}[\"']([^\"'\\n\\\\\\uffff]{1,256})",
    exact: true,
    examples: [`%any 10.0.0.1 : PSK "«hunter2»"`, `ada : EAP "«hunter2»"`],
  },
  {
    // chap-secrets of PPP
    rule: "setting",
    type: "PASSWORD",
    begins: '**␣" **␣\\',
    form: '\\* \\\\{0,7}"([^"\\n\\\\\\uffff]{1,256})\\\\{0,7}" (?:\\*|\\d)',
    examples: [`ada * "«hunter2»" *`],
  },
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "*cleartext *crypt-pas *nt-pas *user-pas *md5-pas *ssha-pas",
    form: "(?:cleartext|crypt|nt|user|md5|ssha)-password ~:?[=+]{1,2}~§",
    examples: [`ada Cleartext-Password := "«hunter2»"`],
  },
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "*sasl *static",
    form:
      "(?:sasl_passwd[^\\n\\f]{0,80}? [\\w.[\\]:-]{1,120}|static:)~[\\w.@%-]{1,80}:([^\\s:\"'\\\\\\uffff]{2,256})",
    examples: [
      "smtp_sasl_password_maps = static:ada:«hunter2»",
    ],
  },
  {
    rule: "setting",
    type: "PASSWORD",
    begins: "*]:587 *]:465 *]:25",
    form:
      '\\]:(?:587|465|25)[ \\t]{1,16}[\\w.@%+-]{1,80}:([^\\s:"\'\\\\\\uffff]{2,256})(?=[\\s"\\\\]|$)',
    examples: ["[smtp.example.org]:587    ada:«hunter2»"],
  },
  {
    // .pgpass
    rule: "pgpass",
    type: "PASSWORD",
    begins: "*5432: *5433: *6432: **:*:",
    form:
      '(?<=(?:^|[\\s"\'])(?:[\\w.-]{1,253}|\\*):)(?:\\d{4,5}|\\*):(?:[A-Za-z_][\\w-]{0,62}|\\*):(?:[\\w.@-]{1,63}|\\*):([^\\s:"\\\\\\uffff]{1,256})(?=[\\s"\\\\]|$)',
    examples: [
      "db.example.org:5432:shop:app:«hunter2»",
      "*:*:*:postgres:«hunter2»",
      "main.go:5432:shop:app: undeclared name",
    ],
  },
  {
    // Go's driver for MySQL
    rule: "url_login",
    type: "PASSWORD",
    begins: "*@tcp( *@unix( *@udp( *@tcp6(",
    form:
      "(?<=(?:^|[\\s\"'`=])[^\\s\"'`=:]{0,64}:([^\\s\"'`=\\uffff]{1,256}))@(?:tcp6?|unix|udp)\\(",
    examples: ["app:«hunter2»@tcp(db:3306)/shop?parseTime=true"],
  },
  {
    rule: "url_login",
    type: "PASSWORD",
    begins: "oracle",
    form: "oracle:(?:thin|oci):[^\\s/@:\"']{1,64}\\/([^\\s@\"'\\uffff]{1,128})(?=@)",
    examples: ["jdbc:oracle:thin:scott/«tiger»@db:1521/shop"],
  },
  {
    rule: "url_login",
    type: "PASSWORD",
    begins: "sqlplus rman exp imp expdp impdp sqlldr",
    form:
      "(?<![\\w-])(?:sqlplus|rman target|expdp?|impdp?|sqlldr)(?: -[A-Za-z]{1,8}){0,3} [\"']?[A-Za-z]\\w{1,30}\\/([^\\s@\"'/\\uffff]{2,128})(?=@|[\"'\\s]|$)",
    accept: isArgument,
    examples: ["sqlplus scott/«tiger»@db", "exp x/y"],
  },
  {
    // cloud-init
    rule: "setting",
    type: "PASSWORD",
    begins: "chpasswd",
    form:
      'chpasswd:(?:⏎expire: \\w{1,5})?⏎list: [|>]?-?⏎[\\w.-]{1,32}:([^\\s"\\\\\\uffff]{2,256})(?:⏎[\\w.-]{1,32}:([^\\s"\\\\\\uffff]{2,256}))?',
    examples: ["chpasswd:\n  list: |\n    root:«hunter2»\n    ada:«hunter3»\n"],
  },
  {
    // Vault and Consul as their commands print
    rule: "key",
    type: "KEY",
    begins: "uns rec",
    form:
      "(?:unseal|recovery) key(?: \\d{1,2})?(?: \\([^)\\n]{1,30}\\))?~:~([A-Za-z0-9+/]{32,88}={0,2})",
    examples: ["Unseal Key 1: «kJ8sXabc0123kJ8sXabc0123kJ8sXabc0123kJ8sXabc»"],
  },
  {
    // PuTTY's and minisign's keys
    rule: "pem_private_key",
    type: "PRIVATE_KEY",
    begins: "private-l",
    form:
      "Private-Lines: \\d{1,3}((?:⏎[A-Za-z0-9+/=]{16,100}){1,64})(?:⏎Private-MAC: ([0-9a-f]{40,64}))?",
    examples: [raw`Private-Lines: 1
«kJ8sXabc0123kJ8sXabc0123kJ8sXabc»
Private-MAC: «0123456789abcdef0123456789abcdef01234567»`],
  },
  {
    rule: "pem_private_key",
    type: "PRIVATE_KEY",
    begins: "minisign signify",
    form: "(?:minisign|signify)[^\\n\\f]{0,40} secret key⏎([A-Za-z0-9+/]{60,400}={0,2})",
    examples: [`untrusted comment: minisign encrypted secret key\n«${"kJ8sXabc0123".repeat(6)}»`],
  },
];
