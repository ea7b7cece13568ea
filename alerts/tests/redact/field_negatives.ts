/**
 * Longer pieces without a secret, as one finds them in the field: outputs of checks and commands,
 * metrics, events, logs. They must come out as they went in.
 *
 * @module
 */

import { noise } from "./fake.ts";

const raw = String.raw;
const sha = noise(64, "hex", 21), commit = noise(40, "hex", 22);

/** Outputs of monitoring plugins, with performance data. */
const CHECKS: readonly string[] = [
  "passwd: password expiry information changed.",
  "authorization: decision=deny policy=orders.read",
  `DISK OK - free space: / 3326 MB (56%); | /=2643MB;5948;5958;0;5968`,
  `DISK WARNING - free space: /var 512 MB (8% inode=91%);| /var=5456MB;5500;5900;0;5968 /boot=68MB;88;93;0;98`,
  `OK - load average: 0.47, 0.51, 0.58|load1=0.470;15.000;30.000;0; load5=0.510;10.000;25.000;0; load15=0.580;5.000;20.000;0;`,
  `PING OK - Packet loss = 0%, RTA = 0.80 ms|rta=0.80ms;100.0;500.0;0 pl=0%;20;60;0`,
  `HTTP OK: HTTP/1.1 200 OK - 12345 bytes in 0.034 second response time |time=0.034s;;;0.000 size=12345B;;;0`,
  `SSL OK - Certificate 'shop.example.org' will expire on Sun 21 Feb 2027 02:27:00 AM UTC.|days=92;30;14`,
  `CRITICAL - 3 processes with command name 'java' | procs=3;1:2;1:2;0;`,
  `Filesystem /: Used: 91.23% - 45.6 GiB of 50.0 GiB (warn/crit at 80.00%/90.00% used)WARN, trend per 1 day 0 hours: +1.2 GiB | fs_used=46694;40960;46080;0;51200 fs_size=51200;;;; growth=1228.8;;;;`,
  `Interface 2: [eth0], (up)(up), MAC: 52:54:00:12:34:56, Speed: 1 GBit/s, In: 1.23 MB/s (0.98%), Out: 456 kB/s`,
  `Total CPU: 97.12% (warn/crit at 80.00%/90.00%)CRIT|util=97.12;80;90;0;100 user=71.2;;;; system=22.1;;;; wait=3.8;;;;`,
  `MySQL OK - Uptime: 86400  Threads: 12  Questions: 1234567  Slow queries: 3|Connections=1234c;;; Open_tables=64;;; Threads_connected=12;;; Key_reads=12c;;;`,
  `keys=1234;;;0 hits=99.2%;95:;90: evicted_keys=0c;;;0 connected_clients=12;;;0`,
  `TIME OK: NTP offset -0.0012 s|offset=-0.001200s;0.1;0.5; stratum=3;;; key=0;;;`,
  `SMART OK: sda [SAMSUNG MZ7LH960] S/N S45NNE0M123456 temperature 34 C|Temperature_Celsius=34;55;60 Power_On_Hours=12345;; Pass=12;;;`,
  `tablespace USERS: 85.3% used, autoextend: yes|ts_USERS=85.3%;80;90;0;100 sessions=123;300;400;0;500 session_waits=2;;;0`,
  `certificate token signer OK - 12 tokens issued|tokens=12;;;0 token_errors=0;1;5;0 auth_failures=3;10;20;0`,
  `1 snmp_secret_store=OK|count=3 2 passwords_expiring=1;5;10`,
  `jvm OK|token=12;;;0 session=5;10;20;0 pin=3;; auth=1.2s;5;10 pass=100%;90:;80: secret=1c;;;0 credentials=12345678;;;0 passwords=1234567`,
  `'/var/lib/secret'=12MB;80;90;0;100 'used key'=12%;80;90 'api key age'=12d;30;60 'C:\\ Label:  Serial Number password'=1`,
  `edition: community, bgp community 65000:100, community=65000:100`,
  `main.go:5432:shop:app: undeclared name`,
  `OK: 3 of 3 keys unsealed, secret engine kv/ mounted, tokens valid|keys_unsealed=3;2:;1: latency=0.012s`,
];

/** Outputs of commands. */
const COMMANDS: readonly string[] = [
  `Filesystem                         1K-blocks     Used Available Use% Mounted on
/dev/mapper/vg0-root                51343840 46694208   2018664  96% /
tmpfs                                8165432        0   8165432   0% /dev/shm
/dev/sda1                             498514    68123    402391  15% /boot
nas:/export/keys                    10485760  1048576   9437184  10% /srv/keys
overlay                             51343840 46694208   2018664  96% /var/lib/docker/overlay2/${sha}/merged`,
  `  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
 1234 postgres  20   0  215648  29876  27140 S   0.0   0.2   1:23.45 postgres: app shop 10.0.0.5(54321) idle
 2345 root      20   0  712345  45678  12345 R  97.0   1.1 123:45.67 /usr/bin/containerd-shim-runc-v2 -namespace moby -id ${sha} -address /run/containerd/containerd.sock`,
  `root         1  0.0  0.1 167744 11520 ?        Ss   Nov20   0:12 /sbin/init
root       612  0.0  0.0   8216  3072 ?        Ss   Nov20   0:00 /usr/sbin/sshd -D [listener] 0 of 10-100 startups
www-data  1021  0.3  0.5 234567 45678 ?        S    02:20   0:03 php-fpm: pool www
nobody    2020  0.0  0.0   4567  1234 ?        S    02:20   0:00 ssh-agent -s
app       3030  5.0  8.0 4567890 654321 ?      Sl   02:20   1:03 java -Xmx512m -Dserver.port=8080 -Djavax.net.ssl.keyStore=/etc/shop/keystore.p12 -jar shop.jar`,
  `● shop.service - The shop
     Loaded: loaded (/etc/systemd/system/shop.service; enabled; preset: enabled)
     Active: failed (Result: exit-code) since Sat 2026-11-21 02:27:00 UTC; 3min ago
   Main PID: 1234 (code=exited, status=203/EXEC)
        CPU: 12ms
Nov 21 02:27:00 node1 systemd[1]: shop.service: Failed with result 'exit-code'.`,
  `Nov 21 02:27:00 node1 sshd[1234]: Accepted publickey for ada from 10.0.0.5 port 54321 ssh2: ED25519 SHA256:${
    noise(43)
  }
Nov 21 02:27:01 node1 sudo[1240]:      ada : TTY=pts/0 ; PWD=/home/ada ; USER=root ; COMMAND=/usr/bin/systemctl restart shop
Nov 21 02:27:02 node1 sshd[1234]: pam_unix(sshd:session): session opened for user ada(uid=1000) by ada(uid=0)
Nov 21 02:27:03 node1 systemd-logind[700]: New session 42 of user ada.
Nov 21 02:27:04 node1 systemd[1]: Started session-42.scope - Session 42 of User ada.`,
  `              total        used        free      shared  buff/cache   available
Mem:          15Gi       9.1Gi       1.2Gi       312Mi       5.4Gi       6.1Gi
Swap:        2.0Gi       1.1Gi       0.9Gi`,
  `NAME                        READY   STATUS             RESTARTS       AGE
shop-7d9f8b6c5d-x2k4q       0/1     CrashLoopBackOff   12 (3m ago)    45m
token-service-0             1/1     Running            0              12d
password-reset-6f7c9-abcde  1/1     Running            3 (2d ago)     12d`,
  `LAST SEEN   TYPE      REASON      OBJECT                          MESSAGE
3m          Warning   BackOff     pod/shop-7d9f8b6c5d-x2k4q       Back-off restarting failed container shop in pod shop-7d9f8b6c5d-x2k4q_media(550e8400-e29b-41d4-a716-446655440000)
5m          Warning   Failed      pod/auth-0                      Error: secret "auth-keys" not found
7m          Warning   FailedMount pod/shop-0                      MountVolume.SetUp failed for volume "kube-api-access-x2k4q" : failed to fetch token: timed out`,
  `Containers:
  shop:
    Container ID:   containerd://${sha}
    Image:          ghcr.io/org/shop:v1.2.3
    Image ID:       ghcr.io/org/shop@sha256:${sha}
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Environment Variables from:
      shop-secrets  Secret  Optional: false
    Environment:
      DB_PASSWORD:  <set to the key 'password' in secret 'db-credentials'>  Optional: false
      KEY_PATH:     /etc/keys/tls.key
    Mounts:
      /var/run/secrets/kubernetes.io/serviceaccount from kube-api-access-x2k4q (ro)`,
  `metadata:
  creationTimestamp: "2026-11-21T02:27:00Z"
  generation: 12
  name: shop-7d9f8b6c5d
  resourceVersion: "123456789"
  uid: 550e8400-e29b-41d4-a716-446655440000
  annotations:
    checksum/config: ${sha}
    kubectl.kubernetes.io/restartedAt: "2026-11-21T02:27:00Z"
spec:
  serviceAccountName: token-service
  automountServiceAccountToken: false
  volumes:
  - name: credentials
    secret:
      secretName: db-credentials
      optional: false`,
  `tcp   LISTEN 0      4096         0.0.0.0:22        0.0.0.0:*    users:(("sshd",pid=612,fd=3))`,
  `CONTAINER ID   IMAGE                COMMAND                  STATUS         PORTS                    NAMES
${
    sha.slice(0, 12)
  }   postgres:17-alpine   "docker-entrypoint.s…"   Up 2 days      0.0.0.0:5432->5432/tcp   db`,
  `commit ${commit} (HEAD -> main, tag: v1.2.3)
Author: Ada
Date:   Sat Nov 21 02:27:00 2026 +0000

    Rotate the API key of the payment service`,
  `sda    931.5G  0 disk
├─sda1     1G  0 part  /boot/efi UUID=1A2B-3C4D
└─sda2 930.5G  0 part  / UUID=550e8400-e29b-41d4-a716-446655440000`,
  `[123456.789012] EXT4-fs error (device dm-0): ext4_find_entry:1455: inode #131073: comm shop: reading directory lblock 0
[123457.000001] Out of memory: Killed process 1234 (java) total-vm:4567890kB, anon-rss:654321kB, oom_score_adj:968`,
];

/** Metrics, alerts and queries. */
const METRICS: readonly string[] = [
  `http_requests_total{code="401",handler="/api/token",instance="10.0.0.5:9090",job="auth",method="post"} 1027 1395066363000`,
  `kube_secret_info{namespace="media",secret="db-credentials",uid="550e8400-e29b-41d4-a716-446655440000"} 1`,
  `vault_token_count{auth_method="kubernetes",cluster="vault-cluster-1a2b"} 42`,
  `etcd_debugging_mvcc_keys_total 12345\netcd_server_leader_changes_seen_total 3\nredis_db_keys{db="db0"} 123 redis_key_size{key="session:queue"} 12`,
  `sum by (namespace, pod) (rate(container_cpu_usage_seconds_total{container!="",namespace="media"}[5m])) > 0.9`,
  `{alertname="CertificateExpiry", instance="https://shop.example.org", secret="shop-tls", key="tls.crt", severity="warning"}`,
  `{"status":"firing","labels":{"alertname":"PasswordPolicyViolation","severity":"warning","token_type":"jwt"},"fingerprint":"91c1a4f0b7d5e6a2","generatorURL":"http://prometheus:9090/graph?g0.expr=up%7Bjob%3D%22auth%22%7D+%3D%3D+0&g0.tab=1"}`,
  `traefik_entrypoint_requests_total{code="200",entrypoint="websecure",method="GET",protocol="http"} 1.234567e+06`,
  `# HELP process_open_fds Number of open file descriptors.\n# TYPE process_open_fds gauge\nprocess_open_fds 42`,
];

/** Logs that speak of secrets without telling one. */
const LOGS: readonly string[] = [
  `{"level":"info","ts":1763692020.123,"caller":"auth/token.go:42","msg":"token issued","sub":"550e8400-e29b-41d4-a716-446655440000","ttl":"1h0m0s","kid":"2026-11"}`,
  `{"level":"warn","msg":"password reset requested","userId":4711,"requestId":"${
    noise(32, "hex", 5)
  }","traceId":"${noise(32, "hex", 6)}"}`,
  `{"timestamp":"2026-11-21T02:27:00.123Z","event":"login","auth":{"method":"oidc","mfa":true,"provider":"keycloak"},"session":{"new":true,"ttl":3600}}`,
  `E1121 02:27:00.123456       1 authentication.go:73] "Unable to authenticate the request" err="[invalid bearer token, service account token has expired]"`,
  `W1121 02:27:00 reflector.go:561] failed to list *v1.Secret: secrets is forbidden: User "system:serviceaccount:media:shop" cannot list resource "secrets" in API group "" at the cluster scope`,
  `level=error ts=2026-11-21T02:27:00Z caller=notify.go:732 component=dispatcher msg="Notify for alerts failed" err="webhook/webhook[0]: notify retry canceled after 7 attempts: unexpected status code 401: http://analyzer:8080/webhook"`,
  `remote: Invalid username or password. fatal: Authentication failed for 'https://git.example.org/team/shop.git/'`,
  `OpenSSL: error:0A000086:SSL routines::certificate verify failed; key usage: digitalSignature, keyEncipherment`,
  `java.security.UnrecoverableKeyException: Cannot recover key
	at sun.security.provider.KeyProtector.recover(KeyProtector.java:304)
	at java.security.KeyStore.getKey(KeyStore.java:1073)`,
  `KeyError: 'password'\n  File "/app/auth.py", line 12, in login`,
  `TypeError: Cannot read properties of undefined (reading 'token') at /app/node_modules/passport/lib/strategy.js:12:34`,
  `ERROR 1045 (28000): Access denied for user 'app'@'10.0.0.5' (using password: YES)`,
  `WRONGPASS invalid username-password pair or user is disabled.`,
  `NOAUTH Authentication required. AUTH failed: no password is set`,
  `redis.exceptions.AuthenticationError: AUTH <password> called without any password configured for the default user.`,
  `FATAL: no pg_hba.conf entry for host "10.0.0.5", user "app", database "shop", no encryption`,
  `x-amz-request-id: ${noise(16, "upper")}, x-amz-id-2: ${noise(60, "base64", 8)}=`,
  `etag: W/"${noise(27, "word", 9)}" content-md5: ${noise(22, "base64", 10)}== x-cache: HIT`,
  `issuer=C=DE, O=Example CA, CN=Example Root R3; serial=04:E1:F2:03:A4:B5:C6:D7; sha256 Fingerprint=AB:CD:EF:01:23:45:67:89`,
  `Key-Value store compacted: revision=12345 keys=678 took=1.2s; next: /registry/secrets/media/db-credentials`,
  `webpack 5.99.0 compiled: asset main.${noise(20, "hex", 11)}.js 1.2 MiB, chunk auth-token.${
    noise(8, "hex", 12)
  }.js`,
  `Downloading https://registry.npmjs.example/@types/jsonwebtoken/-/jsonwebtoken-9.0.10.tgz sha512-${
    noise(86, "base64", 13)
  }==`,
  `helm.sh/release.v1 sh.helm.release.v1.vault-secrets.v12 superseded`,
  raw`{"log":"2026/11/21 02:27:00 [notice] 1#1: using the \"epoll\" event method\n","stream":"stderr","time":"2026-11-21T02:27:00.123456789Z"}`,
];

/** All pieces. */
export const FIELD_NEGATIVES: readonly string[] = [...CHECKS, ...COMMANDS, ...METRICS, ...LOGS];
