import { isArgumentToken, isMixed, isNoisy, isPasswordMention } from "../judges.ts";
import { entropy } from "../entropy.ts";
import { isLogin } from "../is_login.ts";
import { isSecretValue } from "../secret_value.ts";
import { PASSWORD } from "../words_of_keys.ts";
import type { Pattern } from "../pattern.ts";

/**
 * What people call a secret, in English, German, French, Polish, Russian, Spanish, Italian, Dutch,
 * Portuguese and Czech. Patterns; a blank is one or more.
 */
const PASSWORDS = [
  "pass(?:word|wd|phrase|code|wort|wörter)s?|pwd",
  "kenn(?:wort|wörter)|passwor[td]|losungswort|zugangscode",
  "mots? de passe|mdp|phrase secrète|code d['’]accès",
  "has(?:ł|l)(?:o|a|em|u)",
  "парол[ьяюем]{1,2}|кодов(?:ое|ая) слово",
  "contraseña|clave de acceso|parola d['’]ordine|wachtwoord|senha|palavra-passe|heslo|hesla",
].join("|");
const KEYS = [
  "(?:api|secret|access|private|shared|encryption|master|license|security|network|wi-?fi|wlan|wpa2?|wep)[ -](?:access )?key|pre-?shared key|shared secret",
  "(?:wlan|wi-?fi|netzwerk|sicherheits|api|lizenz|netzwerksicherheits|geheim)[ -]?schlüssel|geheim(?:er|en) schlüssel|geheimnis",
  "cl(?:é|e)s? (?:wi-?fi|wpa2?|wep|api|secrète|privée|de sécurité|réseau|d['’]accès|de licence)",
  "(?:tajn[ey]|prywatn[ey]) klucz|klucz (?:wi-?fi|api|tajny|prywatny|sieciowy|licencyjny|zabezpieczeń)",
  "(?:секретн(?:ый|ого)|закрыт(?:ый|ого)) ключ|ключ (?:api|wi-?fi|доступа|сети|безопасности)|секрет",
].join("|");
const TOKENS = [
  "(?:access|api|auth|bearer|enrollment|refresh|join|bot|deploy|personal access) token|token",
  "(?:zugriffs|zugangs|api-?|bot-?)-?tokens?",
  "jeton(?: d['’]accès| api| secret)?|token (?:dostępu|odświeżania)|токен(?: доступа| бота)?",
].join("|");
const LOGINS = [
  "(?:login|access|sign-in) (?:data|details|credentials)|credentials|cred[s]?|(?:user(?:name)?|login)~[/&+]~pass(?:word)?",
  "zugangsdaten|anmelded?aten|logindaten|benutzer(?:name)?~/~(?:passwort|kennwort)",
  "identifiants?(?: de connexion)?|dane (?:do )?logowania|dane dostępowe|login~/~hasło|(?:учётные|учетные) данные|данные для входа|логин~/~пароль",
  "log~in (?:(?:at|to|on) ¤ )?(?:with|as)|logged in (?:as|with)|anmelden mit|einloggen mit|войти с",
].join("|");
const PINS = [
  "(?:sim |card |door |access |super )?(?:pin|puk)(?:[ -]?code)?|passcode|tan|otp|totp|cvc2?|cvv2?",
  "(?:verification|security|setup|door|access|one-?time|confirmation|pairing|auth(?:entication)?|login|sms|2fa|mfa|backup|recovery|unlock|activation|entry|gate|alarm)[ -](?:pass)?codes?",
  "(?:einmal|sms-?|notfall|sicherheits|bestätigungs|zugangs|backup-?|freischalt|tür|verifizierungs|aktivierungs|kopplungs)-?(?:code|pin|codes|kennwort)|einmalkennwort|(?:karten)?prüfnummer",
  "code (?:pin|secret|de sécurité|de vérification|de confirmation|d['’]accès|sms|de secours|confidentiel)",
  "kod (?:pin|puk|weryfikacyjny|dostępu|sms|autoryzacyjny|zapasowy)",
  "(?:пин|pin|пук)-?код|пин|код (?:подтверждения|доступа|из смс|безопасности|домофона)",
].join("|");
const RECOVERIES = [
  "(?:recovery|backup|emergency|rescue) (?:key|code|phrase)s?|filevault (?:recovery )?key|bitlocker(?: recovery)? key",
  "(?:wiederherstellungs|notfall|backup-?)(?:schlüssel|codes?)",
  "cl(?:é|e) de (?:récupération|secours)|codes? de (?:récupération|secours)",
  "klucz odzyskiwania|kody? (?:odzyskiwania|zapasowe)|(?:ключ|код[ы]?) восстановления|резервны[ей] код[ы]?",
].join("|");

/** What programming languages put between a name and its value, besides a colon. */
const IS =
  "(?:is|es|è|é|was|are|of|to be|set to|changed to|changed from|has been (?:set|changed|reset) to|lautet|lauten|ist|war|wurde auf|auf|(?:changé|modifié) en|est|sont|to|brzmi|jest|zmienione na|на|равен|=>|->|—|–|-)";
const MORE = "(?: (?:now|jetzt|nun|also|currently|désormais|teraz|теперь|jetzt:))?";
/** A few words between, such as `for user root`. */
const WORDS = "(?:[ \\t\\v][^\\s:=\"'`«»„“”/\\uffff]{1,40}){0,5}?";
const QUOTES = "\"'`«»„“”‚‘’‹›";
/** Quotes of a name in JSON. */
const AFTER = "[\\\\\"'*_]{0,9}";
/** The value: in quotes, or a word. */
const QUOTED = `\\\\{0,7}[${QUOTES}]~([^${QUOTES}\\n\\f\\\\\\uffff]{2,256})`;
const WORD = `([^\\s${QUOTES}\\\\\\uffff]{2,255}[^\\s${QUOTES}\\\\\\uffff.,;:)\\]}])`;
const VALUE = `(?:${QUOTED}|${WORD})`;
const COLON = "(?:~:~|[ \\t]{1,4}=~)";
/** What begins each of these, for the first look; `*` where compounds are written in one word. */
const PASSWORD_CUES =
  "*password *passwd *passphrase *passcode *passwort *pwd *kennw *losu *zugangsco *mot_ *mot mots mdp *phrase code *has *парол кодов contr clave parola wachtw senha palav hesl";
const KEY_CUES =
  "api secret access private shared encryption master license security network wifi wi- wlan wpa wep pre psk netz sicher liz geheim clé cle taj pryw klucz секр закр ключ";
const TOKEN_CUES =
  "access api auth bearer enroll refresh join bot deploy pers *token zugr zug jeton ток";
const LOGIN_CUES =
  "login log access sign cred user zugang anmeld benutz ident dane учё уче данн логин логи einlog войти";
const PIN_CUES =
  "sim card door access super pin passc puk tan otp totp cvc cvv verif sec setup one conf pairing auth login sms 2fa mfa backup recov unlock activ entry gate alarm einmal notfall sicher best zugang frei tür verifi aktiv kopp karten prüf code kod пин пук код";
const RECOVERY_CUES =
  "recov backup emerg rescue filev bitlo wieder notf clé cle code klucz kod kody ключ код резерв";

const GROUPS =
  "(?:[A-Za-z0-9]{4,8}(?:[-‐–][A-Za-z0-9]{3,8}){1,12}|\\d{3,12}(?:[ -]\\d{3,6}){0,8}|[A-Z0-9]{10,40})";

/** Sentences that tell a secret. */
export const WORDINGS: readonly Pattern[] = [
  {
    rule: "bearer",
    type: "TOKEN",
    begins: "bearer",
    form: "bearer(?:,|:)? ([\\w.~+/=-]{8,4096})",
    accept: (value) => /\d/.test(value) || value.length >= 24 && entropy(value) >= 3.5,
    examples: ["got Bearer «aB3dE5gH7jK9mN1p» from upstream", "Bearer authentication required"],
  },
  {
    // Checkmk: the user, then the secret of its automation
    rule: "bearer",
    type: "TOKEN",
    begins: "bearer",
    form: "bearer [a-z][a-z_.-]{1,31} ([\\w-]{16,128})(?![\\w-])",
    accept: (value) => /\d/.test(value),
    examples: ["sent Bearer automation «aB3dE5gH7jK9mN1pQ3sT5» to the site"],
  },
  {
    rule: "basic",
    type: "CREDENTIALS",
    begins: "basic",
    form: "basic ([a-z0-9+/]{6,2048}={0,2})",
    accept: isLogin,
    examples: ["sending Basic «YWRhOmh1bnRlcjI=» to registry", "Basic Latin"],
  },
  {
    // The password for ada is hunter2; Kennwort lautet: …; Пароль от Wi-Fi: …
    rule: "password",
    type: "PASSWORD",
    begins: PASSWORD_CUES,
    form:
      `(?:${PASSWORDS})${AFTER}(?:${WORDS}${AFTER}${COLON}|${WORDS} ${IS}${MORE}(?:${COLON}| )|['’]s )${VALUE}`,
    accept: isPasswordMention,
    examples: [
      "the password is «hunter2»",
      `{"Passwort für root": "«hunter2»"}`,
      `Password is "«open sesame 1»"`,
      "password for user root: «hunter2»",
      "Das Kennwort lautet: «hunter2»",
      "Das Passwort für root wurde auf «hunter2» gesetzt",
      "Mot de passe : «hunter2»",
      "mot de passe de ada changé en «hunter2»",
      "Twoje nowe hasło: «hunter2»",
      "Пароль от Wi-Fi: «hunter2»",
      "Новый пароль — «hunter2»",
      'passphrase was "«hunter2»"',
      "A temporary password is generated for root@localhost: «hunter2»",
      "password is expired",
      "Das Passwort ist falsch",
      "Le mot de passe est incorrect",
      "Hasło jest nieprawidłowe",
      "La contraseña temporal es «hunter2»",
      "La password è «hunter2»",
      "La contraseña es incorrecta",
    ],
  },
  {
    rule: "password",
    type: "PASSWORD",
    begins: PASSWORD_CUES,
    form: `(?:${PASSWORDS}) ~${QUOTED}`,
    accept: (value) =>
      isSecretValue(PASSWORD, value, { quoted: true }) && /\d|[^\p{L}\s_-]/u.test(value),
    examples: [
      "Anmeldung mit Kennwort '«hunter2»' abgelehnt",
      "Login mit ada und Passwort »«hunter2»« fehlgeschlagen",
      "le mot de passe « «hunter2» » est refusé",
      "couldn't find key password in Secret 'db'",
    ],
  },
  {
    rule: "password",
    type: "PASSWORD",
    begins: `${PASSWORD_CUES} secret token api user pass login`,
    form:
      `(?:(?:${PASSWORDS})|(?<![\\w-])user(?:name)?:? ¤,? pass:?|(?<![\\w-])(?:secret|token|api[ _-]?key) (?:is|was)) ([^\\s"'\`(),;\\\\\\uffff]{5,255}[^\\s"'\`(),;:.\\\\\\uffff])`,
    accept: isMixed,
    examples: [
      "login with password «hunter2» rejected",
      "my secret is «hunter2»",
      "Kundenkennwort «hunter2»",
      "User: ada Pass: «hunter2»",
      "password sha256 digest compared",
    ],
  },
  {
    // Password for 'https://git.example.org': hunter2
    rule: "password",
    type: "PASSWORD",
    begins: "password passphrase",
    form: `(?:password|passphrase) (?:for|of) [^\\n\\f:]{1,80}:(?:\\/\\/[^\\s:]{1,80}:)? ${WORD}`,
    accept: isPasswordMention,
    examples: ["Password for 'https://git.example.org': «hunter2»"],
  },
  {
    // hunter2 is the password
    rule: "password",
    type: "PASSWORD",
    begins: "is ist est",
    form:
      `(?=(?:is|ist|est) (?:the|my|your|his|her|our|their|das|dein|mein|le) (?:new |neue |root |admin )?(?:${PASSWORDS}|(?:access |api )?(?:token|key)|secret)(?![\\w-]))(?<=(?:^|[^\\w])([^\\s"'\`#;/\\\\\\uffff][^\\s"'\`\\\\\\uffff]{5,255})["'\`]? )is`,
    accept: (value) => isMixed(value) || isNoisy(value),
    examples: ["# «hunter2» is the password", "Xy is the password"],
  },
  {
    // changed password from a to b
    rule: "password",
    type: "PASSWORD",
    begins: "*password *passwort *kennwort",
    form:
      `(?:password|passwort|kennwort)(?: (?:for|of|von|für) ¤)? (?:from|von) ${WORD} (?:to|auf|zu|nach) ${WORD}`,
    accept: isPasswordMention,
    examples: ["changed password from «hunter2» to «hunter3»"],
  },
  {
    // ALTER USER … IDENTIFIED BY 'hunter2'
    rule: "password",
    type: "PASSWORD",
    begins: "password identified",
    form:
      "(?:password|identified (?:with [\\w\"'`]{1,40} )?(?:by|as)(?: password)?) (?:=~)?[Nn]?[\\\\]{0,7}['\"]([^'\"\\n\\\\\\uffff]{1,256})",
    accept: (value) => isSecretValue(PASSWORD, value, { quoted: true }),
    examples: [
      "ALTER USER app WITH PASSWORD '«hunter2»';",
      "CREATE USER app IDENTIFIED WITH mysql_native_password BY '«hunter2»';",
    ],
  },
  {
    rule: "password",
    type: "PASSWORD",
    begins: "set password",
    form:
      "(?:set )?password for ['\"\\w.%@`-]{1,80}~=~(?:password\\()?['\"]([^'\"\\n\\\\\\uffff]{1,256})",
    examples: ["SET PASSWORD FOR 'ada'@'%' = '«hunter2»';"],
  },
  {
    // The password on a line of its own
    rule: "password",
    type: "PASSWORD",
    begins: PASSWORD_CUES,
    form:
      `(?:${PASSWORDS})(?:[ \\t][^\\s:=]{1,40}|[ \\t]\\([^)\\n]{1,120}\\)){0,10}["']{0,2}~:${AFTER}⏎["']?${WORD}(?=["']?,?[ \\t]{0,8}(?:[\\n\\r\\f"\\\\]|$))`,
    accept: (value) => isPasswordMention(value) && !/[:=]|^\[/.test(value),
    examples: [
      "Please use the following password to proceed to installation:\n\n«0123456789abcdef»\n\nSee",
      "Passwort:\n  «hunter2»\n",
      "Enter password:\nlogin failed",
      "Password: \n2026-11-21 started",
    ],
  },
  {
    rule: "token",
    type: "TOKEN",
    begins: `${TOKEN_CUES} ${KEY_CUES}`,
    form:
      `(?:${TOKENS}|${KEYS})(?:[ \\t][^\\s:=]{1,40}|[ \\t]\\([^)\\n]{1,120}\\)){0,8}["']{0,2}~:${AFTER}⏎["']?([\\w.~+/=-]{12,2048})(?=["']?,?[ \\t]{0,8}(?:[\\n\\r\\f"\\\\]|$))`,
    accept: isNoisy,
    examples: ["Your new API token:\n«aB3dE5gH7jK9mN1p»\nKeep it safe."],
  },
  {
    // WLAN-Schlüssel: …, clé API = …, Секретный ключ: …
    rule: "key",
    type: "KEY",
    begins: KEY_CUES,
    form:
      `(?<![\\w-])(?:${KEYS})${AFTER}(?:${WORDS}${AFTER}${COLON}|${WORDS} ${IS}${MORE}(?:${COLON}| ))${VALUE}`,
    accept: (value) => isPasswordMention(value) && isArgumentToken(value) && value.length >= 4,
    examples: [
      "WLAN-Schlüssel: «hunter2»",
      "Clé de sécurité du réseau : «hunter2»",
      "Tajny klucz = «aB3dE5gH7jK9»",
      "Секретный ключ: «aB3dE5gH7jK9»",
      "the shared secret between both is «aB3dE5gH7jK9»",
      "Schlüssel im Cache gefunden: items:42",
    ],
  },
  {
    rule: "token",
    type: "TOKEN",
    begins: TOKEN_CUES,
    form:
      `(?<![\\w-])(?:${TOKENS})${AFTER}(?:${WORDS}${AFTER}${COLON}|${WORDS} ${IS}${MORE}(?:${COLON}| ))${VALUE}`,
    accept: isNoisy,
    examples: [
      "Jeton d'accès : «aB3dE5gH7jK9mN1p»",
      "Токен доступа: «aB3dE5gH7jK9mN1p»",
      "token is expired",
    ],
  },
  {
    rule: "token",
    type: "TOKEN",
    begins: "tok sec api acc aut pri jwt cre",
    form:
      "(?:token|secret|api[ _-]?key|access[ _-]?key|secret[ _-]?key|auth[ _-]?key|private[ _-]?key|jwt|credentials?)[\\\\\"']{0,4} (?:(?:is|was|of|value|id) )?[\\\\]{0,7}[\"'`(<]?([\\w.~+/=:-]{12,1024})",
    accept: isNoisy,
    examples: [
      "using token «aB3dE5gH7jK9mN1p» for the upload",
      "invalid API key «aB3dE5gH7jK9mN1p»",
    ],
  },
  {
    // Zugangsdaten: ada / hunter2
    rule: "password",
    type: "CREDENTIALS",
    begins: LOGIN_CUES,
    form:
      `(?<![\\w-])(?:${LOGINS})(?:${WORDS}${AFTER}${COLON}| (?:are |sind |sont |to )?)["'\`]?[^\\s"'\`:/,]{1,64}["'\`]?~[:/|,]~(?!/)${VALUE}`,
    accept: isMixed,
    examples: [
      "Zugangsdaten: ada / «hunter2»",
      "Identifiants : ada / «hunter2»",
      "Учётные данные: ada / «hunter2»",
      "use the credentials ada:«hunter2» to log in",
      "Zugangsdaten: siehe Handbuch",
      "login: ada / 10.0.0.1",
      "login at inverter as service / «hunter2» failed",
    ],
  },
  {
    rule: "recovery_key",
    type: "KEY",
    begins: RECOVERY_CUES,
    form:
      `(?:${RECOVERIES})(?:${WORDS}${AFTER}${COLON}|${WORDS} ${IS} | |:?⏎)⏎?(${GROUPS}(?:(?:,~|⏎)${GROUPS}){0,31})`,
    accept: (value) => /\d/.test(value) && value.length >= 8,
    examples: [
      "Wiederherstellungsschlüssel: «AB12C-DE34F-GH56I-JK78L»",
      "Recovery codes:\n«0a1b2-3c4d5\n6e7f8-9a0b1»",
      "Backup-Codes: «12345678, 23456789»",
    ],
  },
  {
    rule: "recovery_key",
    type: "KEY",
    begins: "bitlocker",
    form: "bitlocker[^\\d\\n]{0,60}(\\d{6}(?:-\\d{6}){7})",
    examples: [`BitLocker: «${Array(8).fill("123456").join("-")}»`],
  },
  {
    rule: "recovery_key",
    type: "KEY",
    begins: "seed mnemonic recovery secret passphrase wallet",
    form:
      `(?:seed|mnemonic|recovery|secret|wallet)(?: (?:phrase|words|seed))?${AFTER}(?:${COLON}| (?:is )?)["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])`,
    examples: [`seed phrase: «${Array(12).fill("river").join(" ")}»`],
  },
  {
    rule: "pin",
    type: "PASSWORD",
    begins: PIN_CUES,
    form:
      `(?<![A-Za-zÀ-ɏ\\u0400-\\u04ff\\d_-])(?:${PINS})(?:[ \\t]\\([^)\\n]{1,20}\\))?${AFTER}(?:${WORDS}${AFTER}${COLON}|${WORDS} ${IS}${MORE}(?:${COLON}| )|[ #])["'\`]?(\\d{3}-\\d{2,3}-\\d{3}|\\d{4,12}|(?<=cv[cv]2?\\D{1,12})\\d{3})(?![\\w.,:/-]?[\\w/])`,
    examples: [
      "Die PIN der SIM-Karte ist «4829»",
      "PUK lautet «48291234»",
      "verification code: «482913»",
      "Код подтверждения: «482913»",
      "CVC «482»",
      "HomeKit setup code «123-45-678»",
      "commissioning with passcode «20202021»",
      "PIN header on GPIO: pin: 17",
      "exit code: 1234",
    ],
  },
  {
    rule: "token",
    type: "KEY",
    begins: "totp otp 2fa mfa authenticator",
    form:
      "(?:totp|otp|2fa|mfa|authenticator) (?:secret|key|seed)(?: is|:|~=)? ([A-Z2-7]{16,64})(?![A-Za-z0-9])",
    examples: ["TOTP secret «JBSWY3DPEHPK3PXP»"],
  },
];
