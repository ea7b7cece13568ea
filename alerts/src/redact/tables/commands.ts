import { isArgument, isArgumentToken } from "../judges.ts";
import type { Pattern } from "../pattern.ts";

const raw = String.raw;

/** Commands that take a password after a flag that means something else to others. */
interface Command {
  /** Their names, separated by blanks; patterns. */
  readonly names: string;
  /** Each flag with what follows it: `␣§` is the next argument, `§` the same one. */
  readonly flags: readonly string[];
  readonly examples: readonly string[];
}

/** A password as an argument of its own; as the rest of the flag; as either. */
const NEXT = "␣§", REST = "(?![\"'],)§", EITHER = "(?:␣|(?![\"'],))§";
/** A password after a user and a colon. */
const LOGIN = "␣¤:§";

const COMMANDS: readonly Command[] = [
  // Databases
  {
    names: `mysql mysqldump mysqladmin mysqlcheck mysqlimport mysqlshow mysqlslap mysqlpump mariadb
      mariadb-(?:dump|admin|check|import|show) xtrabackup mydumper`,
    flags: [`-p${REST}`],
    examples: ["mysql -u root -p«hunter2» shop", "mysql -h db -p shop", `["mysql","-p«hunter2»"]`],
  },
  {
    names:
      "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles",
    flags: [`-p${EITHER}`],
    examples: ["mongodump -u ada -p «hunter2» -o /backup"],
  },
  {
    names: "sqlcmd isql osql bcp tsql sqsh freebcp datafiller mssql-cli",
    flags: [`-P${EITHER}`],
    examples: [`sqlcmd -S db,1433 -U sa -P "«hunter 2»" -Q "SELECT 1"`],
  },
  {
    names: "redis-cli keydb-cli valkey-cli redis-benchmark",
    flags: [`-a${NEXT}`],
    examples: ["redis-cli -h cache -a «hunter2» ping"],
  },
  {
    names: `cqlsh cypher-shell clickhouse-client rabbitmqadmin activemq nodetool influx impala-shell
      beeline neo4j-admin arangosh couchbase-cli cbbackupmgr`,
    flags: [`-p(?:w|w-file)?${NEXT}`],
    examples: ["cypher-shell -u neo4j -p «hunter2» 'MATCH (n) RETURN n'"],
  },
  {
    names: "rabbitmqctl",
    flags: ["(?:add_user|change_password|authenticate_user)␣¤␣§"],
    examples: ["rabbitmqctl add_user ada «hunter2»"],
  },
  {
    names: "mysqladmin",
    flags: ["password␣§"],
    examples: ["mysqladmin -u root password '«hunter2»'"],
  },
  // Messages and things
  {
    names: "mosquitto_(?:pub|sub|rr) mqttx hbmqtt_(?:pub|sub) mqtt ipmitool ipmi-sensors hpasmcli",
    flags: [`-P${NEXT}`],
    examples: [
      "mosquitto_pub -h mq -p 1883 -u ada -P «hunter2» -t house/pv -m 1",
      "mosquitto_sub -h mq -p 1883 -t house/#",
    ],
  },
  {
    names: "ipmitool",
    flags: ["user set password␣\\d{1,3}␣§"],
    examples: ["ipmitool user set password 2 «hunter2»"],
  },
  {
    names: "iscsiadm",
    flags: [`[\\w.]{0,60}password[\\w.]{0,20}␣-v${NEXT}`],
    examples: ["iscsiadm -m node -o update -n node.session.auth.password -v «hunter2»"],
  },
  {
    names: "mosquitto_passwd htpasswd htdigest",
    flags: [
      "-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}␣[^\\s\"']{1,128}␣¤␣§",
      "-n?bn?[a-zA-Z]{0,4}␣¤␣§(?=\\s|$)",
    ],
    examples: ["htpasswd -bB /etc/nginx/.htpasswd ada «hunter2»"],
  },
  {
    names: "kafka-configs(?:\\.sh)? kafka-configs",
    flags: ["password=§(?=\\])"],
    examples: ["kafka-configs --add-config 'SCRAM-SHA-512=[password=«hunter2»]' --entity-name ada"],
  },
  // Registries, clouds and clusters
  {
    names:
      `(?:docker|podman|buildah|skopeo|nerdctl|helm|oras|crane|img|regctl)␣(?:[a-z]{3,9}␣)?login
      az␣login oc␣login argocd␣login cf␣login ibmcloud␣login astra␣login twine conan jfrog jf npm-cli-login
      faas-cli`,
    flags: [`-p${EITHER}`],
    examples: [
      "docker login -u ci -p «hunter2» registry.example.org",
      "docker run -p 8080:80 nginx",
    ],
  },
  {
    names: "glab␣auth␣login doctl␣auth cf␣login heroku␣auth vercel netlify railway",
    flags: [`-t${NEXT}`],
    examples: ["glab auth login -t «abcDEF123456»"],
  },
  {
    names: "snyk␣auth cargo␣login ngrok␣authtoken ngrok␣config␣add-authtoken vault␣login",
    flags: ["(?<=(?:auth|login|authtoken) )(?!-)§"],
    examples: [
      "ngrok config add-authtoken «2abcDEF123456»",
      "vault login -method=userpass",
      "vault login",
    ],
  },
  {
    names: "vault",
    flags: ["operator␣(?:unseal|rekey|generate-root)␣(?!-)▒"],
    examples: ["vault operator unseal «kJ8sXabc0123kJ8sXabc0123kJ8sXabc0123kJ8sXabc»"],
  },
  {
    names: "gh␣secret␣set",
    flags: [`(?:-b|--body)(?:␣|=)§`],
    examples: ["gh secret set DEPLOY --body «abcDEF123456»"],
  },
  {
    names: "aws␣configure␣set",
    flags: ["aws_(?:secret_access_key|session_token)␣§"],
    examples: ["aws configure set aws_secret_access_key «abcDEF123456»"],
  },
  {
    names: "govc esxcli racadm hponcfg perccli xe pwsh powercli vim-cmd sapcontrol",
    flags: [`-p${NEXT}`, `-u${LOGIN}(?=@|["'\\s]|$)`],
    examples: [
      "racadm -r 10.0.0.1 -u root -p «hunter2» getsysinfo",
      "govc about -u ada:«hunter2@esx»",
    ],
  },
  // Remote hosts and files
  {
    names: "sshpass",
    flags: [`-p${EITHER}`],
    examples: ["sshpass -p'«hunter2»' ssh ada@nas", "sshpass -p «hunter2» scp a nas:"],
  },
  {
    names: "plink pscp psftp putty pageant winscp",
    flags: [`-pw${NEXT}`],
    examples: ["plink -ssh ada@nas -pw «hunter2» uptime"],
  },
  {
    names: `hydra medusa ncrack crackmapexec netexec nxc evil-winrm smbmap psexec winexe rdesktop
      ncftp(?:put|get|ls)? wmic sendemail crowbar`,
    flags: [`-(?:p|xp)${NEXT}`],
    examples: ["rdesktop -u ada -p «hunter2» pc", "sendEmail -xu ada -xp «hunter2» -t bob"],
  },
  {
    names:
      "xfreerdp wfreerdp sdl-freerdp winrs cmdkey runas schtasks mstsc wbadmin bitsadmin net␣use at",
    flags: ["[-/](?:p|pass|password|rp):§", `[-/](?:p|rp)${NEXT}`],
    examples: [
      "xfreerdp /v:pc /u:ada /p:«hunter2»",
      "schtasks /create /tn job /ru ada /rp «hunter2» /sc daily",
    ],
  },
  {
    names: "net",
    flags: [
      "use (?:[\\w*]:? )?[^ \\n\\t]{3,120} (?:\\/user:[^\\s]{1,64} )?(?![/*])§",
      "user (?!\\/)[^\\s]{1,64} (?![/*])§(?= \\/|\\s*$)",
    ],
    examples: [
      raw`net use Z: \\nas\share «hunter2» /user:ada`,
      raw`net use Z: \\nas\share /user:ada «hunter2»`,
      raw`net use Z: \\nas\share /user:ada /persistent:yes`,
      "net user ada «hunter2» /add",
      "net user ada /delete",
    ],
  },
  {
    names: "smbclient rpcclient smbget smbcacls net",
    flags: [`-U␣?["']?[^\\s"'%]{1,64}%§`],
    examples: ["smbclient //nas/data -U 'ada%«hunter2»' -c ls"],
  },
  {
    names: "lftp cadaver",
    flags: [`-u␣["']?[^\\s"',]{1,64},§`],
    examples: ["lftp -u ada,«hunter2» sftp://nas"],
  },
  {
    names: "https? xh xhs httpie curlie wget2 check_http check_curl",
    flags: [`-(?:a|b)${LOGIN}`],
    examples: [
      "http -a ada:«hunter2» GET https://example.org/",
      "check_http -H x -a ada:«hunter2»",
    ],
  },
  {
    names: "rclone",
    flags: ["(?:obscure|reveal)␣(?!-)§"],
    examples: ["rclone obscure «hunter2»"],
  },
  {
    names: "7z 7za 7zr 7zz rar unrar",
    flags: [`-(?:p|hp)${REST}`],
    examples: ["7z x backup.7z -p«hunter2» -o/tmp"],
  },
  {
    names: "zip unzip zipcloak zipinfo",
    flags: [`-P${EITHER}`],
    examples: ["unzip -P «hunter2» archive.zip", "unzip -p archive.zip file.txt"],
  },
  // Keys and accounts
  {
    names: "openssl",
    flags: [
      "-(?:k|K|passwd)␣§",
      "-pass(?:in|out|word)?␣[\"']?pass:§",
      "-(?:hmac|macopt)␣(?:hexkey:|key:)?§",
    ],
    examples: [
      "openssl rsa -in key.pem -passin pass:«hunter2» -out plain.pem",
      "openssl enc -aes-256-cbc -k «hunter2» -in a",
      "openssl pkcs12 -passin env:PW -in c.p12",
    ],
  },
  {
    names: "keytool jarsigner apksigner",
    flags: [`-(?:src|dest)?(?:store|key)pass(?:wd)?(?:␣|:)§`, `-new${NEXT}`],
    examples: ["keytool -list -keystore k.jks -storepass «hunter2»"],
  },
  {
    names: "ssh-keygen",
    flags: [`-[NP]${NEXT}`],
    examples: ["ssh-keygen -t ed25519 -N «hunter2» -f id"],
  },
  {
    names: "ldap(?:add|compare|delete|exop|modify|modrdn|passwd|search|whoami) kadmin(?:\\.local)?",
    flags: [`-(?:w|pw)${NEXT}`],
    examples: ["ldapsearch -x -D cn=admin,dc=example -w «hunter2» -b dc=example"],
  },
  {
    names: "ldappasswd",
    flags: [`-[as]${NEXT}`],
    examples: ["ldappasswd -s «hunter2» uid=ada"],
  },
  {
    names: "security dscl",
    flags: [`-(?:w|p)${NEXT}`, `-passwd␣[^\\s]{1,80}${NEXT}`],
    examples: ["security unlock-keychain -p «hunter2» login.keychain"],
  },
  {
    names: "nsupdate dig",
    flags: ["-y␣[\"']?(?:hmac[\\w-]{1,20}:)?(?!hmac)[\\w.-]{1,80}:§"],
    examples: ["dig @ns -y hmac-sha256:transfer:«kJ8sXabc0123=» example.org AXFR"],
  },
  {
    names: "nmcli",
    flags: ["password␣§", "(?:psk|wep-key\\d?)␣§"],
    examples: ["nmcli dev wifi connect HomeNet password «hunter2»"],
  },
  {
    names: "wpa_passphrase",
    flags: ["(?<=wpa_passphrase )(?:″[^\"'\\n]{1,64}″|[^\\s\"'\\\\]{1,64}) §"],
    examples: [`wpa_passphrase "Home Net" «hunter2hunter»`],
  },
  {
    names:
      "vncpasswd su sudo kinit cryptsetup gpg gpg2 openssl passwd chpasswd smbpasswd cat mysql psql",
    flags: ["<<<~§"],
    examples: [`kinit ada <<< '«hunter2»'`, "cat <<< ${BODY}"],
  },
  {
    names: "radtest",
    flags: [
      "(?<=radtest )(?:-[a-z0-9]{1,4}(?: [a-z0-9-]{2,16})? ){0,3}¤ § [\\w.:-]{1,80} \\d{1,8} §",
    ],
    examples: ["radtest ada «hunter2» 127.0.0.1 0 «testing123»", "radtest -h"],
  },
  {
    names: "jenkins-cli(?:\\.jar)?",
    flags: [`-auth${LOGIN}`],
    examples: ["java -jar jenkins-cli.jar -auth ada:«abcDEF123» list-jobs"],
  },
  // Monitoring: what SNMP signs and encrypts with, and plugins
  {
    names: "snmp(?:bulkget|bulkwalk|df|get|getnext|inform|set|status|table|test|trap|walk|usm)",
    flags: [`-c${NEXT}`, `-A${NEXT}`, `-X${NEXT}`],
    examples: [
      "snmpget -v3 -u ada -a SHA -A «authpass99» -x AES -X «privpass99» 10.0.0.1 sysUpTime.0",
    ],
  },
  {
    names: "check_(?:snmp[\\w.]{0,40}|bgp[\\w.]{0,20}|ifoperstatus|ifstatus|ups)",
    flags: [`-C${NEXT}`, `-A${NEXT}`, `-X${NEXT}`],
    examples: ["check_snmp -H 10.0.0.1 -C «s3cr3tComm» -o sysUpTime.0"],
  },
  {
    names:
      `check_(?:mysql|mysql_query|mysql_health|pgsql|postgres[\\w.]{0,20}|radius|disk_smb|oracle|mssql[\\w.]{0,20}
      |mongodb[\\w.]{0,20}|wmi[\\w.]{0,20}|vmware_\\w{1,20}|esxi?\\w{0,20}|rabbitmq\\w{0,20}|imap\\w{0,20}|redis[\\w.]{0,10})`,
    flags: [`-p${EITHER}`],
    examples: ["check_mysql -H db -u nagios -p '«hunter2»' -d shop", "check_tcp -H db -p 5432"],
  },
  {
    names: "check_(?:ldaps?|smtp|imap|pop|email\\w{0,20}|ipmi\\w{0,20}|jmx\\w{0,10})",
    flags: [`-P${NEXT}`],
    examples: ["check_smtp -H mail -A LOGIN -U ada -P «hunter2»"],
  },
  {
    names: "check_nt",
    flags: [`-s${NEXT}`],
    examples: ["check_nt -H win -p 12489 -s «hunter2» -v UPTIME"],
  },
  {
    names: "swaks",
    flags: [`-a?p${NEXT}`],
    examples: ["swaks -t bob -au ada -ap «hunter2»"],
  },
];

const COMMAND_FLAGS: readonly Pattern[] = COMMANDS.flatMap(({ names, flags, examples }) => {
  const alternatives = names.replaceAll(/\s+\|/g, "|").split(/\s+/);
  return flags.map((flag, index) => ({
    rule: "flag" as const,
    type: "PASSWORD" as const,
    begins: [...new Set(alternatives.flatMap(beginnings))].join(" "),
    form: `(?<![\\w-])(?:${alternatives.join("|")})(?![\\w-])${upTo(flag)}${flag}`,
    exact: !names.includes("send"),
    accept: isArgument,
    examples: index === 0 ? examples : [],
  }));
});

/** What a name, which is a pattern, begins with. */
function beginnings(name: string): string[] {
  const group = /^\(\?:([\w|-]+)\)/.exec(name)?.[1];
  return (group?.split("|") ?? [name]).map((text) => {
    const first = text.replaceAll("␣", " ").replaceAll("\\", "");
    const literal = /^[\w-]+/.exec(first)![0];
    return /^[?*{]/.test(first.slice(literal.length)) ? literal.slice(0, -1) : literal;
  });
}

/** What stands before a flag: anything but the same flag, so that the first one counts. */
function upTo(flag: string): string {
  const head = flag.split(/␣|§|▒|\(\?[!<]|\(\?:$/)[0]!.replace(/\(\?:$/, "");
  return head === ""
    ? `…(?<=[\\s"'])`
    : `(?:(?![\\s"']${head})(?:[^\\n\\f|;]|\\\\\\r?\\n)){0,160}[\\s"']`;
}

/** Passwords that go to a command through a pipe. */
const CONSUMERS =
  "(?:docker|podman|buildah|skopeo|nerdctl|helm|oras|crane|sudo|su|passwd|smbpasswd|cryptsetup|kinit|gpg2?|openssl|vncpasswd|gh|glab|htpasswd|mysql|psql|ssh-add|bw|pass|wpa_passphrase|base64|adduser|useradd|docker-credential|vault|kubectl|az|aws|cloudflared|zip|7z|borg|restic|mosquitto_passwd|ipmitool|doveadm|realm|net)";
const THROUGH_PIPE =
  `~\\|~(?:sudo(?: -[A-Za-z]{1,4})* )?(?:(?:passwd|smbpasswd|vncpasswd|vncviewer|kinit|chpasswd|pw|ssh-add)(?![\\w-])|${CONSUMERS}(?![\\w-])[^\\n\\f|;]{0,120}?(?:stdin|-S|-fd|-with-token|luks\\w{1,20}|-s|-i|unseal|-f|-$))`;
const PRINTING =
  `(?:echo|printf|yes|print)(?: -{1,2}[a-zA-Z]{1,3}){0,3}(?: (?:″)?%s[\\f\\\\]{0,2}(?:″)?)? `;

const PIPES: readonly Pattern[] = [
  {
    rule: "command",
    type: "PASSWORD",
    begins: "echo printf yes print",
    form:
      `(?<![\\w-])${PRINTING}(?:″)?[^\\s"':\\\\]{1,64}:([^\\s"'\\\\\\uffff]{1,256})(?:″)?~\\|~(?:sudo )?chpasswd`,
    accept: isArgument,
    examples: [`echo "root:«hunter2»" | sudo chpasswd`],
  },
  {
    rule: "command",
    type: "PASSWORD",
    begins: "echo printf yes print cat",
    form:
      `(?<![\\w-])(?:${PRINTING}|cat <<<~)(?!\\S{0,64}:[^\\n]{0,80}chpasswd)(?:″([^"'\\n\\\\\\uffff]{2,256})″|([^\\s"'|\\\\\\uffff]{2,256}))(?=${THROUGH_PIPE})`,
    accept: isArgument,
    examples: [
      `echo "«hunter2»" | docker login --username ada --password-stdin`,
      "echo «hunter2» | sudo -S systemctl restart nginx",
      `printf '%s' '«hunter2»' | podman login -u ada --password-stdin`,
      `echo -n «hunter2» | cryptsetup luksFormat /dev/sdb1 -`,
      raw`printf "«hunter2\nhunter2»" | smbpasswd -s -a ada`,
      raw`echo -e "«hunter2\nhunter2»" | passwd root`,
      "echo «hunter2» | kinit ada",
      `yes "«hunter2»" | vncpasswd`,
      `echo "ready" | tee /tmp/state`,
      `echo hello | sudo tee /etc/motd`,
      "echo $PASSWORD | docker login --password-stdin",
    ],
  },
];

/** Flags whose name says what they take, of whichever command. */
const BETWEEN =
  "(?:\\\\{0,7}[\"'][ \\v\\f\\n]{0,8},?[ \\v\\f\\n]{0,24}\\\\{0,7}[\"']| \\\\{0,7}[\"']| )";
const FLAGS: readonly Pattern[] = [
  {
    rule: "flag",
    type: "PASSWORD",
    begins: "-",
    form:
      `--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:password|passwd|passphrase|require-?pass|master-?auth|store-?pass|key-?pass|user-?pass|root-?pass|db-?pass|passin|passout|passcode|pass|pwd|pw)${BETWEEN}((?!--)[^\\s"'\\\\\\uffff]{2,512})`,
    // `openssl -pass pass:…`, where the rest is an assignment, or `-pass env:…`, which is a reference
    accept: (value) => !/^(?:pass|env|file|fd|stdin):?/.test(value) && isArgument(value),
    examples: [
      "pg_tool --db-password «hunter2» --host db",
      `["redis-server","--requirepass","«hunter2»"]`,
      `args: ["--password", "«hunter2»", "--host", "db"]`,
    ],
  },
  {
    rule: "flag",
    type: "TOKEN",
    begins: "-",
    form:
      `--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:token|secret|api-?key|access-?key|secret-?key|auth-?key|private-?key|account-?key|master-?key|community|psk|credential)${BETWEEN}((?!-)[^\\s"'\\\\\\uffff]{4,1024})`,
    accept: isArgumentToken,
    examples: [
      "helm upgrade --set x --auth-token «abc123» shop",
      raw`exec: \"--token\", \"«abc123»\"`,
    ],
  },
  {
    rule: "flag",
    type: "PASSWORD",
    begins: "-",
    form:
      `(?:-u|--user|--proxy-user|-U)(?:␣|=|~)[\\\\]{0,7}["']?[^\\s"':\\\\/\\uffff]{0,64}:["']?([^\\s"'\\\\\\uffff]{1,256})`,
    exact: true,
    // A port, a path, or what is filled in later
    accept: (value) => !/^(?:\d{1,5}|\/.*|\$[\w{(].*|\{\{.*|<[^>]*>?)$/.test(value),
    examples: [
      "curl -u ada:«hunter2» https://example.org",
      `curl -u ":«hunter2»" https://example.org`,
      `curl -u "\${NAME}:\${PASSWORD}" https://example.org`,
      "curl --user ada:'«hunter2»' https://example.org",
      `["curl","-u","ada:«hunter2»","https://example.org"]`,
    ],
  },
];

/** What command lines give away. */
export const COMMAND_PATTERNS: readonly Pattern[] = [...FLAGS, ...COMMAND_FLAGS, ...PIPES];
