import { PROVIDERS } from "./tables/provider_keys.ts";

const GENERAL = {
  authorization: "Value of an `Authorization` header; the scheme stays",
  aws_secret_key: "AWS secret key next to its ID",
  basic: "`Basic` and base64 of `user:password`",
  bearer: "`Bearer` and a token",
  command:
    "Password of a command: `requirepass`, `AUTH`, `PASS`, `.netrc`; SNMP's communities and users",
  cookie: "Values of `Cookie` and `Set-Cookie`; names and attributes stay",
  credentials: "Value of a name such as `credentials`, if it looks like credentials",
  email: "E-mail address",
  encoded: "Base64 of a text that has secrets; values of a Kubernetes `Secret`",
  flag:
    "Value after `--password`, `--token`, `curl -u user:`, `mysql -p`, `snmpwalk -c`, `check_mysql -p` …",
  high_entropy: "Random characters after a weak word: `key`, `auth`, `sig`, `salt`, `seed` …",
  jwt: "JSON Web Token, even if cut off",
  key: "Value of a name such as `api_key`, `AccountKey`",
  known_secret: "A secret that was given to the redactor, such as the service's own",
  password:
    "Value of a name such as `password`, `DB_PASS`, `passphrase`; `password is …`, `IDENTIFIED BY …`",
  pem_lines: "Lines from the middle of a PEM block",
  pem_private_key: "PEM private key, even without its beginning or end",
  pgpass: "Password in a line of `.pgpass`",
  pin: "Digits after `pin`, `otp`, `cvv`",
  prefixed_key: "Any other key with a prefix: `abc_` and 32 or more random characters",
  recovery_key: "Recovery keys, backup codes, seed phrases, secrets of one-time passwords",
  secret: "Value of a name such as `secret`, `client_secret`",
  session: "Session ID in a cookie or field",
  setting:
    "Password in a setting made of words: `enable secret`, `auth_pass`, `key-string`, `stats auth` …",
  strict: "With `REDACT=strict`: whatever is not known to be harmless",
  table: "Column of a table or CSV, or of an `INSERT`, whose header names a secret",
  token:
    "Value of a name such as `token`, `access_token`, `X-Vault-Token`; random characters after `token`",
  tuple: "Password beside a user in a call or tuple: `auth=(…)`, `login(…)`, `PDO(…)`",
  url_login: "Password in a URL's login, or a token in place of the user",
} as const satisfies Readonly<Record<string, string>>;

/** What found a secret, for counts, metrics and explanations. */
export type RuleName = keyof typeof GENERAL | keyof typeof PROVIDERS;

/** What each rule finds; the page `alerts/docs/redaction.md` has the same table. */
export const RULES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...Object.entries(GENERAL),
    ...Object.entries(PROVIDERS).map(([rule, { finds }]) => [rule, finds] as const),
  ].sort(([a], [b]) => a < b ? -1 : 1),
);
