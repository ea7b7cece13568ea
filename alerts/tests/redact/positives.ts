/**
 * Lines with secrets, as clusters, databases, proxies and applications write them. `«…»` marks what
 * must not leave; all else must.
 *
 * @module
 */

import { border, jwt, key, noise, pem } from "./fake.ts";
import { FIELD_POSITIVES } from "./field_positives.ts";

const raw = String.raw;
const lines = (text: string) => text.trim().split("\n");
const body = (row: number) => noise(64, "base64", row);
const awsId = key("AKIA", noise(16, "upper"));

/** Names followed by values, each line a case. */
const ASSIGNMENTS = lines(raw`
DB_PASSWORD=«hunter2»
export PGPASSWORD=«s3cr3t!»
password=«correct-horse»
Password: «hunter2»
password = «hunter2»
passwd:«hunter2»
PASSWORD="«with blank and ; & signs»"
password='«it is "quoted"»'
DB_PASS=«p@ss&w;rd!»
  password: «correct horse battery»
  password: "«correct horse battery»"
spring.datasource.password=«hunter2»
--set auth.password=«hunter2»
mysql_root_password: «hunter2»
user=app password=«hunter2» host=db port=5432
level=info msg="connecting" password="«hunter2»" user=app
level=info msg="connecting password=«hunter2»"
{"user":"app","password":"«hunter2»"}
{"user":"app","password" : "«hunter two»", "port": 5432}
{"log":"{\"password\":\"«hunter2»\",\"user\":\"app\"}\n"}
{"log":"{\"inner\":\"{\\\"password\\\":\\\"«a\\\\\\\"b»\\\"}\"}"}
{'password': '«hunter2»', 'user': 'app'}
{:password=>"«hunter2»", :user=>"app"}
"password" => '«hunter2»',
map[password:«hunter2» user:app]
{User:root Password:«hunter2»}
&{User:root Password:«hunter2» Host:db}
Config{password='«hunter2»', user='app'}
DataSource(password=«hunter2», user=app)
<password>«hunter2»</password>
<ns:password>«hunter2»</ns:password>
GET /login?user=ada&password=«hunter2» HTTP/1.1
GET /login?password=«hunter2»&user=ada HTTP/1.1
POST body: user%3Dada%26password%3D«hunter2»%26next%3D1
{"url":"/login?user=ada\u0026password=«hunter2»\u0026next=1"}
Server=db;Database=shop;User Id=app;Password=«hunter2»;Encrypt=true
Driver={ODBC};Uid=app;Pwd=«hunter2»;
      DB_PASSWORD:      «hunter2»
time=2026-11-21T02:27:00Z level=debug db.password=«hunter2» took=3ms
2026-11-21 02:27:00 ERROR login failed with password: «hunter2»
config["password"] = "«hunter2»"
config['db']['password']='«hunter2»'
os.environ['PASSWORD'] = '«hunter2»'
password := "«hunter2»"
dbPassword=«hunter2»
adminPasswd: «hunter2»
redis-password: «hunter2»
"passphrase":"«open sesame now»"
kennwort=«geheim123»
Passwort: «geheim123»
mot_de_passe_db_pwd=«geheim123»
password_hash=«0123abcd0123abcd»
PASSWORD_1=«hunter2»
secret=«hunter2»
client_secret=«abcDEF123»
clientSecret: "«abcDEF123»"
SECRET_KEY_BASE=«0a1b2c3d4e5f60718293»
DJANGO_SECRET_KEY='«x^7&k(2)=q!a»'
JWT_SECRET=«not-so-long-9»
webhook_secret: «abcDEF123»
api_key=«abcDEF123»
apiKey: «abcDEF123»
API-Key: «abcDEF123»
API key: «abcDEF123456»
X-Api-Key: «abcDEF123»
x-auth-token: «abcDEF123»
access_key=«abcDEF123»
secret_access_key=«abcDEF123abcDEF123»
encryption_key: «00112233445566778899aabbccddeeff»
private_key = «kJ8sXabc0123»
license_key=«AAAA-BBBB-1234»
PresharedKey = «kJ8sXabc0123kJ8sXabc0123=»
token=«abc123»
token: «abc123def»
access_token=«abc123»&token_type=bearer
{"access_token":"«abc123»","token_type":"Bearer","expires_in":3600}
{"refreshToken":"«abc123»"}
{"tokens":["«abc123»","«def456»"]}
X-Vault-Token: «abc123def»
ACCESS_TOKEN=«abc.def~123»
csrf_token=«abc123def»
session_id=«0123456789abcdef01»
JSESSIONID=«0123456789ABCDEF0123456789ABCDEF»
connect.sid=«s%3Aabcdefgh0123456789»
otp=«482913»
PIN: «4829»
credentials=«ada:hunter2»
password: «${"${ADMIN_PASSWORD:-hunter2}"}»
-Djavax.net.ssl.trustStorePassword=«changeit» -Xmx1g
tls.key: «${btoa(pem())}»
ConnectionString=Server=db;User=sa;Password=«hunter2»;
username=admin,password=«hunter2»,host=db
AccountName=shop;AccountKey=«abcDEF123+/abcDEF123==»;EndpointSuffix=core.windows.net
Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«abcDEF123+/=»
?sv=2022-11-02&se=2026-11-21&sig=«aBcD%2Fe0123456789aBcDe»&sp=r
signature=«aB3dE5gH7jK9mN1pQ3sT5»
key=«aB3dE5gH7jK9mN1pQ3sT5»
salt: «aB3dE5gH7jK9mN1pQ3sT5»
auth=«00112233445566778899aabbccddeeff»
DATABASE_PASSWORD_PROD=«hunter2»
ENV MYSQL_PASSWORD=«hunter2»
`);

/** Headers of HTTP, as proxies and clients log them. */
const HEADERS = lines(raw`
Authorization: Bearer «abc123»
authorization: bearer «abc.def-123»
Authorization: Basic «YWRhOmh1bnRlcjI=»
Authorization: Token «abc123»
Authorization: «abc123»
Proxy-Authorization: Basic «YWRhOmh1bnRlcjI=»
> Authorization: Bearer «abc123»
curl -H "Authorization: Bearer «abc123»" https://api.example.org
curl -H 'X-Api-Key: «abc123»' https://api.example.org
{"Authorization":"Bearer «abc123»"}
{"authorization":["Bearer «abc123»"]}
map[Accept:[*/*] Authorization:[Bearer «abc123»] Host:[x]]
Authorization: AWS4-HMAC-SHA256 «Credential=x/20261121/eu/s3/aws4_request, SignedHeaders=host, Signature=abc»
Authorization: Digest «username=ada, realm=x, nonce=abc, response=def»
got Bearer «aB3dE5gH7jK9mN1p» from upstream
sending Basic «YWRhOmh1bnRlcjI=» to registry
Cookie: sid=«abc123»
Cookie: sid=«abc123»; theme=«dark»; _ga=«GA1.2.3»
Set-Cookie: sid=«abc123»; Path=/; HttpOnly; SameSite=Lax
set-cookie: sid=«abc123»; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure
{"cookie":"sid=«abc123»; lang=«de»"}
map[Cookie:[sid=«abc123»; lang=«de»] Host:[x]]
`);

/** Mentions without a separator. */
const MENTIONS = lines(raw`
the password is «hunter2»
password was «Tr0ub4dor&3», now changed
Password is "«open sesame»"
ALTER USER app WITH PASSWORD '«hunter2»';
CREATE USER 'app'@'%' IDENTIFIED BY '«hunter2»';
CREATE USER app IDENTIFIED WITH mysql_native_password BY '«hunter2»';
login with password «hunter2» rejected
my secret is «hunter2»
password for user root: «hunter2»
Password for 'https://git.example.org': «hunter2»
using token «aB3dE5gH7jK9mN1p» for the upload
invalid API key «aB3dE5gH7jK9mN1p»
api key is «aB3dE5gH7jK9mN1p»
mysqldump --password «hunter2» shop
pg_tool --db-password «hunter2» --host db
helm upgrade --set x --auth-token «abc123» shop
args: ["--password", "«hunter2»", "--host", "db"]
{"args":["--api-key","«abc123»"]}
exec: \"--token\", \"«abc123»\"
sshpass -p «hunter2» ssh root@10.0.0.1
mysql -u root -p«hunter2» shop
redis-cli -h cache -a «hunter2» ping
docker login -u ada -p «hunter2» registry.example.org
curl -u ada:«hunter2» https://example.org
curl --user 'ada:«hunter2»' https://example.org
requirepass «hunter2»
AUTH «hunter2»
AUTH default «hunter2»
PASS «hunter2»
AUTH PLAIN «AGFkYQBodW50ZXIy»
machine git.example.org login ada password «hunter2»
jdbc:oracle:thin:scott/«tiger»@db:1521/shop
`);

/** Logins in URLs. */
const URLS = lines(raw`
postgres://app:«hunter2»@db:5432/shop
postgresql+asyncpg://app:«p%40ss»@db/shop
connect to mongodb+srv://app:«hunter2»@cluster0.example.net/shop failed
redis://:«hunter2»@cache:6379/0
amqp://app:«guest»@mq:5672/
https://ada:«hunter2»@example.org/path?x=1
https://ada:«p@ss»@example.org/path
postgres://app:«p/ss#word»@db.example.org:5432/shop
"https:\/\/ada:«hunter2»@example.org\/path"
DATABASE_URL=postgres://app:«hunter2»@db/shop
https://«0123456789abcdef0123456789abcdef»@o1.ingest.example.org/2
https://«aB3dE5gH7jK9mN1p»:«x-oauth-basic»@example.org/a.git
app:«hunter2»@tcp(db:3306)/shop?parseTime=true
mongodb://app:«hunter2»@a:27017,b:27017/shop
smtp://mailer:«hunter2»@mail.example.org:587
`);

/** Addresses. */
const EMAILS = lines(raw`
user «ada@example.org» logged in
<«ada.lovelace+test@sub.example.co.uk»>
mailto:«ada@example.org»
"email":"«ada@example.org»"
email=«ada%40example.org»
RCPT TO:<«o'brien@example.org»>
«jörg@müller.example»
from «ada@example.org», to «bob@example.org».
«ada_b-c@example-host.museum»
author=«ada@example.org»;
{"to":["«ada@example.org»","«bob@example.org»"]}
(«ada@example.org»)
Kontakt «ada@xn--bcher-kva.example»
`);

/** Keys that their form gives away. The rest of the line does not help. */
const KEYS: readonly string[] = [
  awsId,
  key("ASIA", noise(16, "upper", 2)),
  key("AIza", noise(35)),
  key("ya29.", noise(60)),
  key("GOCSPX-", noise(28)),
  key("aB3", `8${"Q~"}${noise(34)}`),
  key("LTAI", noise(20)),
  key("dop_v1_", noise(64, "hex")),
  key("tskey-", `auth-${noise(20)}`),
  key("dapi", noise(32, "hex")),
  key("ghp_", noise(36)),
  key("ghs_", noise(36)),
  key("github_pat_", `${noise(22)}_${noise(59)}`),
  key("glpat-", noise(20)),
  key("glrt-", noise(20)),
  key("ATATT3", noise(80)),
  key("npm_", noise(36)),
  key("pypi-", noise(80)),
  key("dckr_pat_", noise(27)),
  key("xoxb-", `${noise(12, "hex")}-${noise(24)}`),
  key("xoxp-", `${noise(12, "hex")}-${noise(24)}`),
  key("xapp-", `1-${noise(11)}-${noise(40)}`),
  key("hooks.slack.com/", `services/T${noise(8, "upper")}/B${noise(8, "upper")}/${noise(24)}`),
  key("discord.com/api/", `webhooks/123456789012345678/${noise(60)}`),
  key("123456789", `:AA${noise(33)}`),
  key("tk_", noise(29, "lower")),
  key("SG.", `${noise(22)}.${noise(43)}`),
  key("key-", noise(32, "hex")),
  key("SK", noise(32, "hex")),
  key("sk_live_", noise(24)),
  key("rk_test_", noise(24)),
  key("whsec_", noise(32)),
  key("shpat_", noise(32, "hex")),
  key("sk-ant-", `api03-${noise(93)}AA`),
  key("sk-or-v1-", noise(64, "hex")),
  key("sk-proj-", noise(48)),
  key("sk-", noise(48)),
  key("hf_", noise(34)),
  key("gsk_", noise(52)),
  key("glsa_", `${noise(32)}_${noise(8, "hex")}`),
  key("glc_", noise(60)),
  key("NRAK-", noise(27, "upper")),
  key("hvs.", noise(24)),
  key("hvb.", noise(40)),
  key("sha256~", noise(43)),
  key("k8s-aws-v1.", noise(60)),
  key("K10", `${noise(64, "hex")}::server:${noise(32, "hex")}`),
  key("AGE-SECRET-KEY-1", noise(58, "upper")),
  key("$2b$", `12$${noise(53)}`),
  key("$argon2id", `$v=19$m=65536,t=3,p=4$${noise(22)}$${noise(43)}`),
  key("$6$", `${noise(16)}$${noise(86)}`),
  jwt(),
  jwt().split(".").slice(0, 2).join("."),
];

/** Surroundings, in turn: a key must be seen in each. */
const AROUND: readonly ((text: string) => string)[] = [
  (text) => `upload with ${text} failed`,
  (text) => `{"message":"got ${text}","level":"warn"}`,
  (text) => raw`{"log":"using\n${text}\nfor pull"}`,
  (text) => `\x1b[31m${text}\x1b[0m rejected`,
  (text) => `value(${text}), next`,
  (text) => `'${text}'`,
];

/** PEM, whole and cut. */
const BLOCKS: readonly string[] = [
  `key:\n«${pem()}»\nnext line`,
  `«${pem("RSA PRIVATE KEY")}»`,
  `«${pem("EC PRIVATE KEY", "\r\n")}»\r\nnext`,
  `«${pem("OPENSSH PRIVATE KEY")}»`,
  `«${pem("ENCRYPTED PRIVATE KEY")}»`,
  `«${pem("PGP PRIVATE KEY BLOCK")}»`,
  `«${pem("CERTIFICATE")}» loaded`,
  `{"private_key":"«${
    pem("PRIVATE KEY", raw`\n`)
  }»\\n","client_email":"«ada@project.example.org»"}`,
  `msg="«${pem("PRIVATE KEY", raw`\n`)}»" level=info`,
  raw`{"log":"{\"key\":\"«${pem("PRIVATE KEY", raw`\\n`)}»\"}"}`,
  `«${border("BEGIN")}\n${body(1)}\n${body(2)}\n${noise(20)}»`,
  `«${border("BEGIN")}\n${body(1)}»\nServer started on port 8080`,
  `«${border("BEGIN", "RSA PRIVATE KEY")}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${
    body(1)
  }»`,
  `«${body(1).slice(30)}\n${body(2)}\n${noise(20)}==\n${border("END")}»\nready`,
  `2026 app «${border("BEGIN")}\n2026 app ${body(1)}\n2026 app ${body(2)}\n2026 app ${
    border("END")
  }»\n2026 app ready`,
  `«${border("BEGIN")}\n2026-11-21T02:27:00Z ${body(1)}\n2026-11-21T02:27:01Z ${
    body(2)
  }»\n2026-11-21T02:27:02Z ready now`,
  `«VATE KEY-----\n${body(1)}\n${body(2)}\n${noise(20)}==»`,
  `dump\n«${body(1)}\n${body(2)}\n${body(3)}»\n`,
  `«${border("BEGIN")} ${body(1)} ${body(2)} ${border("END")}» on one line`,
  `tls.key: «${border("BEGIN")}\\n${body(1)}»`,
];

/** What takes more than a line. */
const STRUCTURES: readonly string[] = [
  "- name: DB_PASSWORD\n  value: «hunter2»\n- name: DB_HOST\n  value: db",
  '{"name":"API_TOKEN","value":"«abc123»"}',
  raw`{\"name\":\"API_TOKEN\",\"value\":\"«abc123»\"}`,
  "stringData:\n  password: |\n    «line one\n    line two»\n  user: app",
  "data:\n  password: «aHVudGVyMg==»\n  user: YXBw",
  '{"auths":{"https://registry.example.org":{"auth":"«YWRhOmh1bnRlcjI=»"}}}',
  ".dockerconfigjson: «eyJhdXRocyI6e319aaaa»",
  `${awsId.replace(/^/, "«")}»,«${noise(40, "base64")}»`,
  `aws_access_key_id = «${awsId}»\naws_secret_access_key = «${noise(40, "base64")}»`,
  "A=1\0DB_PASSWORD=«hunter2»\0B=2",
  "\x1b[36mpassword\x1b[0m=\x1b[32m«hunter2»\x1b[0m user=app",
  "password=«hunter2»\r\nuser=app\r\n",
  `password=«${noise(300)}»`,
  "Environment:\n      POSTGRES_PASSWORD:  «hunter2»\n      POSTGRES_USER:      app",
  "bindpw «x» is not read, bindpw=«hunter2» is".replace("«x»", "x"),
  'password: "«cut off in the mid',
  "password='«cut off",
].map((text) => text.split("«").length === text.split("»").length ? text : `${text}»`);

/** All cases. */
export const POSITIVES: readonly string[] = [
  ...ASSIGNMENTS,
  ...HEADERS,
  ...MENTIONS,
  ...URLS,
  ...EMAILS,
  ...KEYS.map((text, index) => AROUND[index % AROUND.length]!(`«${text}»`)),
  ...BLOCKS,
  ...STRUCTURES,
  ...FIELD_POSITIVES,
];
