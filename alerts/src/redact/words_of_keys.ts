import type { SecretType } from "./placeholder.ts";

/** What a name says about its value. */
export interface KeyWord {
  /** The rule's name in counts and explanations. */
  readonly rule:
    | "authorization"
    | "cookie"
    | "credentials"
    | "high_entropy"
    | "key"
    | "password"
    | "pin"
    | "secret"
    | "session"
    | "token";
  /** What the value is replaced by. */
  readonly type: SecretType;
}

/** A password. */
export const PASSWORD: KeyWord = { rule: "password", type: "PASSWORD" };
/** A token. */
export const TOKEN: KeyWord = { rule: "token", type: "TOKEN" };
/** The identifier of a session. */
export const SESSION: KeyWord = { rule: "session", type: "TOKEN" };
/** A key. */
export const KEY: KeyWord = { rule: "key", type: "KEY" };
/** A secret that does not say of which kind. */
export const SECRET: KeyWord = { rule: "secret", type: "SECRET" };
/** A name that alone tells too little: its value must look like a key. */
export const HIGH_ENTROPY: KeyWord = { rule: "high_entropy", type: "SECRET" };
const PIN: KeyWord = { rule: "pin", type: "PASSWORD" };
const COOKIE: KeyWord = { rule: "cookie", type: "COOKIE" };
const AUTHORIZATION: KeyWord = { rule: "authorization", type: "TOKEN" };
const CREDENTIALS: KeyWord = { rule: "credentials", type: "CREDENTIALS" };

/** Last words of names, and what their values are. */
export const LAST_WORDS: ReadonlyMap<string, KeyWord> = new Map(
  ([
    [
      PASSWORD,
      `password passwords passwd passwort kennwort pwd pass pw psw passphrase passcode passkey pword
       motdepasse mdp contrasena contraseña senha wachtwoord requirepass masterauth userpass dbpass
       pgpass ldappass mysqlpass smtppass rootpass adminpass authpass userpw dbpw rootpw bindpw
       adminpw passe mdp haslo hasło hasla hasła пароль парол пароля parol senha heslo salasana lozinka
       jelszó şifre sifre lösenord adgangskode passord parola lozinca 密码 密碼 パスワード 비밀번호 kennwörter
       passwörter losung bindpassword storepass keypass`,
    ],
    [PIN, "otp pin totp cvv cvc mfacode otpcode tan"],
    [TOKEN, "token tokens bearer jwt pat xsrf csrf"],
    [SESSION, "session sessionid sessid phpsessid jsessionid sid sessionkey"],
    [
      KEY,
      `apikey apikeys secretkey accesskey privatekey privkey authkey masterkey accountkey
       sharedaccesskey sharedkey storagekey encryptionkey signingkey licensekey presharedkey psk
       appkey hmackey keymaterial seedphrase mnemonic schlüssel tlspskvalue pskvalue`,
    ],
    [
      SECRET,
      "secret secrets geheimnis секрет dockerconfigjson dockercfg rocommunity rwcommunity snmpcommunity",
    ],
    [COOKIE, "cookie cookies"],
    [AUTHORIZATION, "authorization"],
    [CREDENTIALS, "credential credentials creds cred userpwd userinfo"],
    [
      HIGH_ENTROPY,
      "key keys auth sig signature salt seed private license hmac nonce cnonce encrypt digest mac klucz ключ clé schluessel",
    ],
  ] as const).flatMap(([word, names]) => wordsIn(names).map((name) => [name, word] as const)),
);

/** Endings of names written in one word: `dbpassword`, `authtoken`. */
export const ENDINGS: readonly (readonly [string, KeyWord])[] = [
  ["password", PASSWORD],
  ["passwd", PASSWORD],
  ["passphrase", PASSWORD],
  ["passwort", PASSWORD],
  ["apikey", KEY],
  ["secretkey", KEY],
  ["accesskey", KEY],
  ["privatekey", KEY],
  ["token", TOKEN],
  ["secret", SECRET],
  ["schlüssel", KEY],
  ["kennwort", PASSWORD],
  ["psk", KEY],
];

/** What makes a key a secret: `api_key`, not `cache_key`. */
export const SECRET_KEYS: ReadonlySet<string> = new Set(wordsIn(
  `access account admin api app application auth blowfish bot unseal recovery user cipher client consumer crypt crypto decryption deploy enc
   encryption hmac ingest integration jwt license master preshared private priv secret service
   session shared sign signing storage subscription token webhook`,
));

/** What makes a community one of SNMP, and so a password: `snmp_community`. */
export const SNMP_COMMUNITIES: ReadonlySet<string> = new Set(wordsIn(
  "get ro rw read readonly readwrite set snmp snmpv2 snmpv2c trap write",
));

/** What makes a key a plain name of an entry: `cache_key`. */
export const PLAIN_KEYS: ReadonlySet<string> = new Set(wordsIn(
  `cache column dedup foreign group hash idempotency index map object partition primary public pub
   publishable row routing shard sort state storage translation unique host registry lock bucket error
   label`,
));

/** Last words that may follow a word of a secret without making it harmless: `password_hash`. */
export const STILL_SECRET: ReadonlySet<string> = new Set(wordsIn(
  `hash hashed encrypted value plain plaintext raw data b base old new confirm confirmation
   current again repeat string text id pair staging prod production dev test primary secondary
   backup`,
));

/** Before `tokens`: how many. */
export const COUNTED: ReadonlySet<string> = new Set(wordsIn(
  `max min num total prompt completion input output cached reasoning n of thinking used remaining
   available bucket`,
));

/** The words of a list, as one writes it. */
export function wordsIn(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== "");
}
