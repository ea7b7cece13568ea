import { findInsert, findTable } from "../find_tables.ts";
import { isArgument } from "../judges.ts";
import { isSecretValue } from "../secret_value.ts";
import { PASSWORD } from "../words_of_keys.ts";
import type { Pattern } from "../pattern.ts";

const raw = String.raw;
/** A string of code, and one that is the secret. */
const STRING = "[@bBrRuN]{0,2}\\\\{0,7}[\"'][^\"'\\n\\\\\\uffff]{0,256}\\\\{0,7}[\"']";
const SECRET = "[@bBrRuN]{0,2}\\\\{0,7}[\"']([^\"'\\n\\\\\\uffff]{1,256})\\\\{0,7}[\"']";

/** What programs print and what source code has: calls and tuples with a user and a password. */
export const CODE: readonly Pattern[] = [
  {
    rule: "tuple",
    type: "PASSWORD",
    begins: "auth *Auth *Credential credential login authenticate connect *auth *login *connect",
    form:
      `(?:(?:http)?(?:basic|digest|proxy|ntlm)_?auth(?:entication)?|network_?credentials?|usernamepasswordcredentials|set_?credentials|add_?credentials?|set_?basic_?auth|with_?basic_?auth|credentials?|password_?authentication|plain_?auth|auth|login|log_?in|sign_?in|authenticate)~(?:[=:]~)?[([]~(?:user(?:name)?~[=:]~)?${STRING}~,~(?:pass(?:word|wd)?~[=:]~)?${SECRET}`,
    accept: (value) => isSecretValue(PASSWORD, value, { quoted: true, tight: true }),
    examples: [
      `requests.get(url, auth=("ada", "«hunter2»"))`,
      "HTTPBasicAuth('ada', '«hunter2»')",
      `new NetworkCredential("ada", "«hunter2»")`,
      "smtp.login('ada', '«hunter2»')",
    ],
  },
  {
    rule: "tuple",
    type: "PASSWORD",
    begins:
      "mysqli *getConnection pg_ ftp_ ldap_ imap_ *PDO odbc_ oci_ ssh2_ *__con mssql_ *createC *connect",
    form:
      `(?:(?:new )?PDO(?:->__construct)?|drivermanager\\.getconnection|getconnection|mysqli?_(?:p?connect|real_connect)|new mysqli|odbc_p?connect|imap_open|mssql_connect|ssh2_auth_password|ftp_login|ldap_bind|oci_connect|create_?connection|connect)~\\(~(?:(?:${STRING}|[$\\w>.[\\]-]{1,60})~,~){1,2}${SECRET}(?=~[,)])`,
    accept: (value) =>
      isSecretValue(PASSWORD, value, { quoted: true, tight: true }) && /\d|[^\w./-]/.test(value),
    examples: [
      "#0 /app/db.php(12): PDO->__construct('mysql:dbname=a', 'root', '«hunter2»', Array)",
      "mysqli_connect('db', 'ada', '«hunter2»', 'shop')",
      "connect('db.example.org', 5432)",
    ],
  },
  {
    // a:2:{s:8:"password";s:7:"hunter2";}
    rule: "password",
    type: "PASSWORD",
    begins: "*pass *pwd *secret *token *key *kenn *mdp *auth",
    form:
      `(?:password|passwd|pass|passphrase|pwd|secret|token|api_?key|secret_?key|private_?key|access_?key|auth_?key)\\\\{0,7}";s:\\d{1,5}:\\\\{0,7}"([^"\\n\\\\\\uffff]{1,256})`,
    accept: isArgument,
    examples: [`a:2:{s:4:"user";s:3:"ada";s:8:"password";s:7:"«hunter2»";}`],
  },
  {
    // {:password, "hunter2"}
    rule: "password",
    type: "PASSWORD",
    begins: "*:pass *:secret *:token *:pwd *:api",
    form: `(?<=[{[]):(?:password|passwd|pass|secret|token|pwd|api_key|secret_key_base),~${SECRET}`,
    accept: isArgument,
    examples: [`{:user, "ada"}, {:password, "«hunter2»"}`],
  },
  {
    rule: "table",
    type: "PASSWORD",
    begins:
      "*pass *pwd *secret *token *api *access *kenn *mot_ *mot *has *парол *heslo *contra *senha *pin",
    form:
      "(?:pass|passw(?:or[dt]|d)s?|pwd|passphrase|secret|(?:access |auth |api |bot )?token|(?:secret )?access key|api[ _-]?key|kenn(?:wort)|mot de passe|has[łl]o|пароль|contraseña|senha|heslo|pin)[\\w ]{0,24}[\"']{0,2}[ \\t]{0,60}(?=[,;|\\t\\n\\r\\f]|$|[ ]{2})",
    find: findTable,
    examples: [
      "user,password,role\nada,«hunter2»,admin\nbob,«sunshine»,viewer",
      "| user | password |\n|------|----------|\n| ada | «hunter2» |",
      "NAME    TOKEN             AGE\nci      «aB3dE5gH7jK9»      3d",
      "utilisateur;mot de passe\nada;«hunter2»",
      "word,count\npassword,12\nsecret,7",
      "the user, the password, and more\nare, as said, missing",
    ],
  },
  {
    // PowerShell
    rule: "password",
    type: "PASSWORD",
    begins: "convertto-s",
    form: `ConvertTo-SecureString(?: -(?:String|AsPlainText|Force)){0,3} ${SECRET}`,
    accept: isArgument,
    examples: [
      "$p = ConvertTo-SecureString '«hunter2»' -AsPlainText -Force",
      'ConvertTo-SecureString -AsPlainText -Force -String "«hunter2»"',
      "ConvertTo-SecureString '$PASSWORD' -AsPlainText",
    ],
  },
  {
    // Logins that Digest and Shelly store: the hash of user, realm and password
    rule: "password_hash",
    type: "HASH",
    begins: "ha1",
    form: "(?<![\\w-])ha1[\\\\\"']{0,9}~[:=]~[\\\\\"']{0,9}([0-9a-f]{32,128})(?![0-9a-z])",
    examples: [
      `{"user":"admin","ha1":"«${"0123456789abcdef".repeat(4)}»"}`,
      "sha1: 0123456789abcdef0123456789abcdef01234567",
    ],
  },
  {
    rule: "table",
    type: "PASSWORD",
    begins: "insert replace",
    form: '(?:insert|replace)(?: ignore)? into [\\w.`"[\\]]{1,80}',
    find: findInsert,
    examples: [
      "INSERT INTO users (id, name, password) VALUES (1, 'ada', '«hunter2»'), (2, 'bob', '«b, c»');",
      "INSERT INTO orders (id, name) VALUES (1, 'ada')",
    ],
  },
  {
    // Lisp and S-expressions
    rule: "password",
    type: "PASSWORD",
    begins: "*:pass *:secret *:token *:pwd *:api",
    form: `:(?:password|passwd|pass|secret|token|pwd|api-key) ${SECRET}`,
    accept: isArgument,
    examples: [`(:password "«hunter2»" :host "db")`],
  },
  {
    // otpauth://totp/Shop:ada?secret=JBSWY3DPEHPK3PXP
    rule: "recovery_key",
    type: "KEY",
    begins: "*secret",
    form: "secret=([A-Z2-7]{16,128})(?=&|[\\s\"'\\\\]|$)",
    examples: ["otpauth://totp/Shop:ada?secret=«JBSWY3DPEHPK3PXP»&issuer=Shop"],
  },
  {
    // Cipher and key, as configurations name them
    rule: "command",
    type: "PASSWORD",
    begins: "des aes",
    form: "(?<![\\w-])(?:DES|AES(?:-?\\d{3})?) ″([^\\s\"'\\\\\\uffff]{8,256})(?=″)",
    exact: true,
    examples: [raw`priv AES "«privpass99»"`],
  },
];
