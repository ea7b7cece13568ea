/**
 * Lines that look as if they had a secret, and have none. They must come out as they went in.
 *
 * @module
 */

import { border, noise } from "./fake.ts";
import { FIELD_NEGATIVES } from "./field_negatives.ts";

const raw = String.raw;
const lines = (text: string) => text.trim().split("\n");
const sha = noise(64, "hex"), commit = noise(40, "hex");

const IDENTIFIERS = lines(raw`
commit ${commit}
HEAD is now at ${commit.slice(0, 8)} Mend the parser
image: registry.example.org/shop@sha256:${sha}
Successfully pulled image "ghcr.io/org/app:v1.2.3@sha256:${sha}" in 2.1s
docker-pullable://nginx@sha256:${sha}
containerd://${sha}
pod shop-7d9f8b6c5d-x2k4q in namespace media
pod/prometheus-k8s-0 restarted 3 times
replicaset shop-7d9f8b6c5d scaled to 3
request_id=550e8400-e29b-41d4-a716-446655440000
trace_id=${noise(32, "hex")} span_id=${noise(16, "hex")}
traceparent: 00-${noise(32, "hex")}-${noise(16, "hex")}-01
uid: 550e8400-e29b-41d4-a716-446655440000
fingerprint=91c1a4f0b7d5e6a2
etag: "${noise(32, "hex")}"
md5=${noise(32, "hex")}
sha256:${sha}  shop.tar.gz
resourceVersion: "123456789"
X-Request-Id: ${noise(32, "hex")}
job_id=${noise(24)}
blob ${noise(40, "base64")}
cid: bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi
arn:aws:iam::123456789012:role/shop
i-0abcdef1234567890
subnet-0abcdef1234567890
vol-0abcdef1234567890 attached
git describe: v1.2.3-14-g2414721
go1.25.1 linux/amd64
node v24.1.0, npm 11.3.0
kubelet v1.34.1+k3s1
build 20261121.4
`);

const NETWORK = lines(raw`
10.0.0.1:8080 -> 10.0.0.2:5432
fe80::1ff:fe23:4567:890a%eth0
2001:db8::8a2e:370:7334
aa:bb:cc:dd:ee:ff
http://prometheus.monitoring.svc.cluster.local:9090/api/v1/query?query=up
https://example.org/a@b/c
https://registry.npmjs.example/@scope%2fpkg
http://host:8080/x@y
redis://cache:6379/0
postgres://db:5432/shop
ssh://git@example.org/org/repo.git
git@example.org:org/repo.git
git clone git@git.example.org:team/shop
s3://bucket/key/with/slashes
listening on :8080
dial tcp 10.0.0.1:5432: connect: connection refused
lookup db on 10.96.0.10:53: no such host
upstream=shop:8080 status=502
GET /api/v1/users?page=2&sort=name HTTP/1.1
https://example.org/?utm_source=mail&key=menu
x509: certificate has expired or is not yet valid
`);

const AT_SIGNS = lines(raw`
npm i @scope/pkg@1.2.3
react@19.0.0-rc.1
pkg@v1.2.3
@types/node
logo@2x.png
getty@tty1.service: Succeeded
user@1000.service
systemd[1]: session-c1@slice.scope
com.zaxxer.hikari.HikariDataSource@4f2b1a
root@node1
postgres@10.0.0.5
kafka@broker-0
@ada mentioned you
@Override public void run()
ada @ example
user@@example
foo@
@example.org
image@sha256:${sha}
SELECT @@version
`);

const WORDS = lines(raw`
password changed for user ada
Password is required
password must be at least 8 characters
password: must not be empty
invalid password
Invalid username or password.
password authentication failed for user "app"
FATAL: password authentication failed for user "app"
the password is incorrect
password is expired
wrong password for root
Enter password:
Password:
Permission denied (publickey,password).
Failed password for invalid user admin from 10.0.0.5 port 4242 ssh2
pam_unix(sshd:auth): authentication failure; logname= uid=0
token bucket is empty
password sha256 digest compared
password v2.1 format in use
the token is valid for 3600 seconds
using password: YES
warning: using a password on the command line interface can be insecure.
Accepted publickey for root: RSA SHA256:${noise(43)}
password-protected file
token-exchange: ok
token: expired
token is expired
token has expired
invalid token
unexpected token: identifier
Unexpected token '<', "<!doctype" is not valid JSON
Unexpected token: punc (;)
error: token is malformed: token contains an invalid number of segments
the bearer token was rejected
Bearer authentication required
WWW-Authenticate: Bearer realm="shop"
WWW-Authenticate: Basic realm="shop"
basic authentication failed
Authorization: Bearer
missing Authorization header
authorization failed
secret "db-credentials" not found
MountVolume.SetUp failed for volume "creds" : secret "db-credentials" not found
couldn't find key password in Secret default/db-credentials
kube_secret_info{secret="db-credentials"} 1
secret=default/db-credentials
secret: not found
error: secret not found
secretName: db-credentials
secret: grafana-tls
references non-existent secret key: password
api key is missing
API key not valid. Please pass a valid API key.
key: not found
public key authentication succeeded
host key verification failed
cookie consent banner shown
Cookie: 
no cookie sent
session opened for user root
session closed
credentials expired
no credentials found
credentials: include
keyboard interrupt
monkey patch applied
secretary of the board
tokenizer: bpe
passing tests: 12
compass heading 12
passenger count: 3
--- PASS: TestRedact (0.00s)
PASS
pass: 12 fail: 0
bypass=true
passwordless login enabled
PIN header on GPIO: pin: 17
`);

const FIELDS = lines(raw`
max_tokens=4096
max_tokens: 4096
{"max_tokens":4096,"temperature":0}
prompt_tokens=12 completion_tokens=34 total_tokens=46
"input_tokens": 2100, "output_tokens": 340
tokens: 4096
token_count=12
tokens=[1,2,3]
secret_version=3
access_token_lifetime: 1h
token_type=bearer
token_expires_in=3600
token_endpoint=https://example.org/token
tokens_per_second=12.5
password_file=/run/secrets/db
password_changed_at=2026-11-21T02:27:00Z
password_policy=strict
passwordSecretRef: db
secretKeyRef: {name: db, key: password}
secret_name=db
key=user:1234
key: node-role.kubernetes.io/master
cache_key=user:1234:profile
primary_key=id
key=value
keys=12
sort_key=name
public_key=${noise(40, "base64")}
idempotency_key=550e8400-e29b-41d4-a716-446655440000
partition_key=${noise(32, "hex")}
s3_key=backups/2026/11/21.tar
api_key_id=42
access_key_enabled=true
ssl_key=/etc/ssl/private/shop.key
private_key_path=/etc/ssl/shop.key
key_algorithm=RSA
auth=enabled
auth_method=scram-sha-256
authType: basic
author=ada
signature_version=s3v4
PWD=/home/app
OLDPWD=/
session_timeout=3600
session_count=12
cookie_max_age=3600
credentials_file=/etc/creds
pin_memory=true
password=${"${DB_PASSWORD}"}
password: $(DB_PASSWORD)
password={{ .Values.db.password }}
password=%s
password=***
password: ********
password=<redacted>
password=[REDACTED]
password: xxxxxx
password=
password=""
password: null
password: ~
"password":true
password=None
token=undefined
token=<nil>
DB_PASSWORD:  <set to the key 'password' in secret 'db'>  Optional: false
if (token == null) return;
if password != "" {
token != expected
secret=[EMAIL#1]
password=[PASSWORD#3]
apiVersion: v1
kind: Secret
type: kubernetes.io/service-account-token
`);

const NUMBERS = lines(raw`
2026-11-21T02:27:00.123Z
2026/11/21 02:27:00 [error] 31#31: *12 upstream timed out
[21/Nov/2026:02:27:00 +0000] "GET / HTTP/1.1" 200 1234
1.234e+06
0x7fff5fbff8c0
goroutine 12345678 [running]:
at Object.<anonymous> (/app/index.js:12:34)
	at com.example.shop.OrderService.load(OrderService.java:123)
node_cpu_seconds_total{cpu="0",mode="idle"} 123456.78
container_memory_working_set_bytes{namespace="media",pod="shop-7d9f8b6c5d-x2k4q"} 1.2e+09
rate(http_requests_total{code=~"5.."}[5m]) > 0
Exit Code: 137
Back-off restarting failed container shop in pod shop-7d9f8b6c5d-x2k4q
Liveness probe failed: HTTP probe failed with statuscode: 500
0/3 nodes are available: 3 Insufficient memory.
OOMKilled
disk-usage 92% on /var/lib/docker
risk-assessment-of-the-new-storage-subsystem done
task-${noise(24, "lower")} finished
sk-learn imported
eyJust a word.and.another
hvs is a shorthand
s.length is 24
AKIA is how they begin
Basic Latin
base64 data: SGVsbG8gV29ybGQsIGhvdyBhcmUgeW91
${"a".repeat(200)}
=====================
-----------
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${noise(43)}
`);

/** All cases. */
export const NEGATIVES: readonly string[] = [
  ...IDENTIFIERS,
  ...NETWORK,
  ...AT_SIGNS,
  ...WORDS,
  ...FIELDS,
  ...NUMBERS,
  ...FIELD_NEGATIVES,
  `expected ${border("BEGIN", "CERTIFICATE")}`,
  `no ${border("BEGIN")} or ${border("END")}? found`,
  `${noise(64, "hex")}\n${noise(64, "hex", 2)}\n${noise(64, "hex", 3)}`,
];
