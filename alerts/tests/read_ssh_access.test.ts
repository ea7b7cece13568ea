import { expect, test } from "vitest";
import { loadSsh2 } from "../src/context/ssh/load_ssh2.ts";
import { readableKeyPair } from "../src/demo/ssh_stand_in.ts";
import { readSshAccess } from "../src/read_ssh_access.ts";
import { SSH_FILES } from "../src/settings/host_settings.ts";

const { utils } = await loadSsh2();
const KEY = readableKeyPair(utils), ENCRYPTED = readableKeyPair(utils, "hunter2");
const LIST = `db1 ${KEY.public}\n`;
const DEFAULTS = { user: "ops", port: 22, ...SSH_FILES };
const ELSEWHERE = { user: "ops", port: 2222, keyPath: "/keys/id", knownHostsPath: "/keys/hosts" };

/** Files by name; a missing one is not found. */
const disk = (files: Readonly<Record<string, string>>) => (path: string): Promise<string> =>
  path in files
    ? Promise.resolve(files[path]!)
    : Promise.reject(new Deno.errors.NotFound("No such file"));

test("reads key and list", async () => {
  const files = { "/keys/id": KEY.private, "/keys/hosts": LIST };
  const access = await readSshAccess(ELSEWHERE, disk(files));
  expect(access).toMatchObject({ user: "ops", port: 2222 });
  expect(access!.privateKey.reveal()).toBe(KEY.private);
  expect(access!.knownHosts.keysOf("db1")).toHaveLength(1);
  expect(Deno.inspect(access, { depth: 9 })).not.toContain("PRIVATE KEY");
});

test("without both at their default places there is none", async () => {
  expect(await readSshAccess(DEFAULTS, disk({}))).toBeNull();
});

test.each([
  ["a key without a list", DEFAULTS, { [SSH_FILES.keyPath]: KEY.private }, "KNOWN_HOSTS_PATH"],
  ["a list without a key", DEFAULTS, { [SSH_FILES.knownHostsPath]: LIST }, "SSH_KEY_PATH"],
  ["places that were set, and are empty", ELSEWHERE, {}, "SSH_KEY_PATH '/keys/id': there is no"],
  ["a key that is none", ELSEWHERE, { "/keys/id": "hunter2", "/keys/hosts": LIST }, "private key"],
  ["a key with a passphrase", ELSEWHERE, {
    "/keys/id": ENCRYPTED.private,
    "/keys/hosts": LIST,
  }, "encrypted"],
  ["a public key", ELSEWHERE, { "/keys/id": KEY.public, "/keys/hosts": LIST }, "public key"],
])("%s is an error at the start", async (_, settings, files, why) => {
  const error = await readSshAccess(settings, disk(files as Record<string, string>))
    .catch((error) => error);
  expect(error).toMatchObject({ code: "BAD_SETTING", message: expect.stringContaining(why) });
  expect(error.message).not.toContain("hunter2");
});

test("a file that may not be read is one too", async () => {
  const denied = () => Promise.reject(new Deno.errors.PermissionDenied("Permission denied"));
  await expect(readSshAccess(DEFAULTS, denied)).rejects.toMatchObject({
    code: "BAD_SETTING",
    message: expect.stringContaining("Permission denied"),
  });
});
