/**
 * Longer pieces with secrets, as one finds them in logs, configurations and crash reports of the
 * field. `«…»` marks what must not leave; all else must.
 *
 * @module
 */

import { border, jwt, key, noise, pem } from "./fake.ts";

const raw = String.raw;
const sha1 = noise(40, "hex", 3);

/** Logs of applications: JSON, also in JSON; traces; dumps. */
const LOGS: readonly string[] = [
  `{"time":"2026-11-21T02:27:00Z","level":"error","msg":"login failed","ctx":{"user":"ada","password":"«pa\\"ss word»","ip":"10.0.0.5"}}`,
  raw`{"log":"time=2026-11-21 level=info msg=\"dial\" dsn=\"postgres://app:«hunter2»@db:5432/shop?sslmode=disable\"\n","stream":"stdout"}`,
  raw`{"message":"request {\"headers\":{\"authorization\":\"Bearer «${jwt()}»\",\"accept\":\"*/*\"},\"body\":null}","level":30}`,
  raw`{"msg":"config loaded","config":"{\"smtp\":{\"host\":\"mail\",\"user\":\"bot\",\"pass\":\"«s3cr3t»\"},\"port\":8080}"}`,
  `{"event":"token.refresh","access_token":"«${noise(40)}»","refresh_token":"«${
    noise(40, "word", 2)
  }»","scope":"read write","expires_in":3600}`,
  `org.postgresql.util.PSQLException: FATAL: password authentication failed for user "app"
	at org.postgresql.Driver.connect(Driver.java:285)
	at com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:128)
Caused by: java.net.ConnectException: jdbc:postgresql://db:5432/shop?user=app&password=«hunter2»&ssl=true refused`,
  `java.lang.IllegalStateException: cannot open https://deploy:«S3cr3t!»@nexus.example.org/repository/maven
	at com.example.Deploy.upload(Deploy.java:42)`,
  `Traceback (most recent call last):
  File "/app/main.py", line 12, in <module>
    engine = create_engine("mysql+pymysql://root:«toor»@db/shop")
sqlalchemy.exc.OperationalError: (2003, "Can't connect to MySQL server on 'db'")`,
  `panic: dial failed: cfg={Addr:redis:6379 Username:default Password:«hunter2» DB:0 TLS:false}

goroutine 1 [running]:`,
  `Error: connect ECONNREFUSED 10.0.0.5:27017 at mongodb://root:«pa55%21word»@mongo-0.mongo:27017,mongo-1.mongo:27017/shop?replicaSet=rs0&authSource=admin`,
  `DEBUG:urllib3.connectionpool:https://api.example.org:443 "GET /v1/items?api_key=«${
    noise(32, "hex")
  }»&page=2 HTTP/1.1" 200 512`,
  `10.0.0.5 - - [21/Nov/2026:02:27:00 +0000] "GET /reset?email=«ada%40example.org»&token=«${
    noise(32)
  }» HTTP/1.1" 302 0 "-" "curl/8.9"`,
  `[2026-11-21 02:27:00] production.ERROR: SQLSTATE[HY000] [1045] {"userId":7,"email":"«ada@example.org»","exception":"[object] (PDOException(code: 1045))"}`,
  `time="2026-11-21T02:27:00Z" level=debug msg="Setting env" DB_HOST=db DB_PASSWORD="«hunter2»" DB_PORT=5432`,
  `I1121 02:27:00.123456       1 request.go:1154] Request Headers: Authorization: Bearer «${jwt()}»`,
  `Processing SessionsController#create; Parameters: {"user"=>{"email"=>"«ada@example.org»", "password"=>"«hunter2»"}, "commit"=>"Log in"}`,
  `nginx: 10.0.0.1 "POST /hook" cookie="sessionid=«${noise(32)}»; csrftoken=«${
    noise(32, "word", 2)
  }»" 200`,
  `Sending mail to «ada.lovelace@example.org» via smtp://mailer:«m41l!»@smtp.example.org:587`,
];

/** What people and scripts type. */
const COMMANDS: readonly string[] = [
  `+ curl -fsS -H 'Authorization: token «${noise(40, "hex")}»' https://git.example.org/api/v1/user`,
  `curl -X POST -d 'grant_type=password&username=ada&password=«hunter2»' https://sso.example.org/token`,
  `+ curl --user admin:«hunter2» -T shop.tgz https://nexus.example.org/raw/`,
  `$ curl https://api.example.org -H "Authorization: Basic «${btoa("ada:hunter2")}»" -o out.json`,
  `$ wget --user=ada --password='«pa ss»' https://example.org/x`,
  `+ docker login registry.example.org -u ci -p «${key("glpat-", noise(20))}»`,
  `+ export AWS_SECRET_ACCESS_KEY=«${noise(40, "base64")}» AWS_REGION=eu-central-1`,
  `ansible-playbook site.yml -e "db_password=«hunter2» db_user=app"`,
  `helm upgrade shop ./chart --set postgresql.auth.password=«hunter2» --set replicas=2`,
  `PGPASSWORD=«hunter2» pg_dump -h db -U app shop`,
  `mysql -h db -u root -p«S3cr3t» -e 'select 1'`,
  `openssl enc -aes-256-cbc -pass pass:«hunter2» -in a -out b`,
  `smbclient //nas/backup -U 'backup%«hunter2»' -c ls`,
  `snmpwalk -v2c -c «s3cr3tComm» 10.0.0.1 1.3.6.1.2.1.1`,
  `snmpget -v3 -l authPriv -u monitor -a SHA -A «authpass99» -x AES -X «privpass99» 10.0.0.1 sysUpTime.0`,
  `check_snmp -H 10.0.0.1 -C «s3cr3tComm» -o 1.3.6.1.4.1.2021.10.1.3.1`,
  `/usr/lib/nagios/plugins/check_mysql -H db -u nagios -p '«hunter2»' -d shop`,
  `/usr/lib/nagios/plugins/check_http -H intranet -a monitor:«hunter2» -u /status`,
  `ldapsearch -x -D cn=admin,dc=example,dc=org -w «hunter2» -b dc=example,dc=org`,
  `vault login «${key("hvs.", noise(24))}»`,
];

/** Files of configuration. */
const FILES: readonly string[] = [
  `services:
  db:
    environment:
      POSTGRES_USER: app
      POSTGRES_PASSWORD: «correct horse»
      POSTGRES_DB: shop`,
  `"Env": [
    "PATH=/usr/local/bin:/usr/bin",
    "MYSQL_ROOT_PASSWORD=«hunter2»",
    "TZ=UTC"
],`,
  `users:
- name: admin
  user:
    client-certificate-data: «${btoa(pem("CERTIFICATE"))}»
    client-key-data: «${btoa(pem("RSA PRIVATE KEY"))}»
    token: «${jwt()}»`,
  `machine api.example.org
  login ada
  password «hunter2»`,
  `db.example.org:5432:shop:app:«hunter2»`,
  `*:*:*:postgres:«hunter2»`,
  `network={
	ssid="Home"
	psk="«my wifi pass»"
	key_mgmt=WPA-PSK
}`,
  `[wifi-security]
key-mgmt=wpa-psk
psk=«hunter2hunter2»`,
  `rocommunity «s3cr3tComm» 10.0.0.0/8`,
  `snmp-server community «s3cr3tComm» RO`,
  `createUser monitor SHA "«authpass99»" AES "«privpass99»"`,
  `com2sec readonly default «s3cr3tComm»`,
  `//registry.npmjs.example/:_authToken=«${key("npm_", noise(36))}»`,
  `[pypi]
username = __token__
password = «${key("pypi-", noise(80))}»`,
  `{"auths":{"ghcr.io":{"auth":"«${
    btoa("ada:" + key("ghp_", noise(36)))
  }»","email":"«ada@example.org»"}}}`,
  `[default]
aws_access_key_id=«${key("AKIA", noise(16, "upper"))}»
aws_secret_access_key=«${noise(40, "base64")}»
aws_session_token=«${noise(120, "base64")}»`,
  raw`{"type":"service_account","private_key_id":"${sha1}","private_key":"«${
    pem("PRIVATE KEY", raw`\n`)
  }»\n","client_email":"«bot@shop.iam.gserviceaccount.example»"}`,
  `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«${
    noise(86, "base64")
  }==»;EndpointSuffix=core.windows.net`,
  `Server=tcp:shop.database.windows.net,1433;Initial Catalog=shop;User ID=app;Password=«p@ss;w0rd»;Encrypt=True;`,
  `mongodb+srv://app:«${noise(16)}»@cluster0.ab1cd.mongodb.example/?retryWrites=true&w=majority`,
  `spring.rabbitmq.addresses=amqps://app:«hunter2»@mq:5671/%2F`,
  `clickhouse://default:«hunter2»@ch:9000/default?dial_timeout=200ms`,
  `sqlserver://sa:«Str0ng!Pass»@mssql:1433?database=shop`,
  `DSN=oracle+cx_oracle://scott:«tiger99»@db:1521/?service_name=ORCL`,
  `cassandra.auth.username=app
cassandra.auth.password=«hunter2»`,
  `influxdb: { url: "http://influx:8086", org: home, token: "«${noise(86, "base64")}==»" }`,
  `curl -H "Authorization: Bearer «automation ${
    noise(24)
  }»" http://mon/site/check_mk/api/1.0/version`,
  `> Authorization: Bearer «automation f3bf0bd4-0b52-4fa3-8a3b-5a3c9a6a1b2c»`,
  `sent Bearer automation «${noise(24)}» to the site`,
  `snmp_community: «s3cr3tComm»`,
  `CMK_AUTOMATION_SECRET=«f3bf0bd4-0b52-4fa3-8a3b-5a3c9a6a1b2c»`,
  `GET /site/check_mk/view.py?_username=automation&_secret=«f3bf0bd4-0b52-4fa3-8a3b-5a3c9a6a1b2c»&output_format=json`,
  `object User "root" {
  password = "«icinga99»"
}
object ApiUser "root" {
  password = "«f00ba44»"
  permissions = [ "*" ]
}`,
  `TELEGRAM_BOT=«${key("987654321", ":AA" + noise(33))}»`,
  `DISCORD_TOKEN=«${noise(24)}.${noise(6)}.${noise(38)}»`,
  `twilio sid=«AC${noise(32, "hex", 4)}» auth_token=«${noise(32, "hex")}»`,
  `OPENAI_API_KEY=«${key("sk-proj-", noise(48))}» ANTHROPIC_API_KEY=«${
    key("sk-ant-", "api03-" + noise(80))
  }» HF_TOKEN=«${key("hf_", noise(34))}»`,
  `SLACK_WEBHOOK=https://«${
    key("hooks.slack.com/", `services/T${noise(8, "upper")}/B${noise(8, "upper")}/${noise(24)}`)
  }»`,
  `STRIPE_SECRET_KEY: «${key("sk_live_", noise(24))}»\nSTRIPE_PUBLISHABLE_KEY: pk_live_${
    noise(24, "word", 5)
  }`,
  `TLSConnect=psk\nTLSPSKIdentity=PSK 001\nTLSPSK=«${noise(64, "hex")}»`,
  `smtp_auth_password: «${key("SG.", `${noise(22)}.${noise(43)}`)}»`,
  `tunnel: ${noise(8, "hex")}\ncredentials: «eyJhIjoi${noise(60)}»`,
  `[peer]\nPublicKey = ${noise(43, "base64", 6)}=\nPresharedKey = «${noise(43, "base64")}=»`,
  `[Interface]\nPrivateKey = «${noise(43, "base64")}=»\nAddress = 10.8.0.2/24`,
  `secret:\n  «${border("BEGIN", "EC PRIVATE KEY")}\n  ${noise(64, "base64", 11)}\n  ${
    noise(64, "base64", 12)
  }\n  ${border("END", "EC PRIVATE KEY")}»\nnext: 1`,
];

/** All pieces. */
export const FIELD_POSITIVES: readonly string[] = [...LOGS, ...COMMANDS, ...FILES];
