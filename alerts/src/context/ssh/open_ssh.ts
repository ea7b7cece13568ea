/**
 * A login by SSH to a host that has proven who it is.
 *
 * @module
 */

import type { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ConnectConfig } from "ssh2";
import { connectionFailure } from "../../../../src/client/connection_failure.ts";
import { accessOf } from "../../../../src/client/route.ts";
import { isWattbookError, WattbookError } from "../../errors.ts";
import type { Secret } from "../../../../src/secret.ts";
import { SECOND } from "../../../../src/time.ts";
import { checkPrivateKey } from "./check_private_key.ts";
import { HOST_KEY_ALGORITHMS, hostKey } from "./host_key.ts";
import type { KnownHosts } from "./known_hosts.ts";
import { loadSsh2 } from "./load_ssh2.ts";
import { type CommandOptions, type CommandResult, runCommand } from "./run_command.ts";
import type { SshTarget } from "./ssh_target.ts";

/** Who logs in, and to whom. */
export interface SshLogin {
  /** `SSH_USER`. */
  readonly user: string;
  /** The private key, as text of its file. */
  readonly privateKey: Secret;
  /** The hosts that may be logged in to. */
  readonly knownHosts: KnownHosts;
  /** Longest wait until the login is done. [ms] @default {5000} */
  readonly connectTimeout?: number;
}

/** Opens a TCP connection. */
export type OpenSocket = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

/** A login. Leaving its scope (`await using`) ends it. */
export interface SshConnection extends AsyncDisposable {
  /** Where it goes. */
  readonly target: SshTarget;
  /** Fingerprint of the key by which the host proved who it is. */
  readonly fingerprint: string;
  /** Runs a command: without a terminal, without anything being forwarded. */
  run(command: string, options: CommandOptions): Promise<CommandResult>;
}

/** Authentication codes with SHA-1 are left out, compression too: it is not needed. */
const ALGORITHMS: ConnectConfig["algorithms"] = {
  hmac: [
    "hmac-sha2-256-etm@openssh.com",
    "hmac-sha2-512-etm@openssh.com",
    "hmac-sha2-256",
    "hmac-sha2-512",
  ],
  compress: ["none"],
};

/**
 * Logs in. The host has to show one of its keys of the list, and is asked for no other type: a
 * changed key cannot hide behind another one. Nothing is sent to it before that, not even a name.
 *
 * @throws {WattbookError} `HOST_KEY_CHANGED`, `SSH_REFUSED`, `BAD_SETTING`, or why there is no connection.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { parseKnownHosts } from "./known_hosts.ts";
 * import { openSsh } from "./open_ssh.ts";
 *
 * const login = { user: "diag", privateKey: new Secret("…"), knownHosts: parseKnownHosts("") };
 * const target = { name: "127.0.0.1", port: 1, keys: [] };
 * const error = await openSsh(target, login, AbortSignal.timeout(10_000)).catch((error) => error);
 * assert.equal(error.code, "BAD_SETTING"); // no private key
 * ```
 */
export async function openSsh(
  target: SshTarget,
  { user, privateKey, knownHosts, connectTimeout = 5 * SECOND }: SshLogin,
  signal: AbortSignal,
  openSocket: OpenSocket = openTcp,
): Promise<SshConnection> {
  const { name, port } = target;
  const patience = AbortSignal.timeout(connectTimeout);
  const over = AbortSignal.any([signal, patience]);
  let socket: Socket | undefined, keyFailure: WattbookError | undefined, fingerprint = "";
  try {
    await checkPrivateKey(privateKey);
    const { Client } = await loadSsh2();
    socket = await openSocket(name, port, over);
    const client = new Client();
    // What fails after the login is seen by the commands; unheard, it would end the process.
    client.on("error", () => {});
    const ready = once(client, "ready", { signal: over });
    const closed = once(client, "close").then(() => {
      throw new Error("closed");
    });
    // Each may be the one that no caller waits for any more.
    ready.catch(() => {});
    closed.catch(() => {});
    client.connect({
      sock: socket,
      username: user,
      privateKey: privateKey.reveal(),
      authHandler: ["publickey"],
      algorithms: { ...ALGORITHMS, serverHostKey: algorithmsFor(target) },
      hostVerifier: (blob: Buffer) => {
        fingerprint = hostKey(blob)?.fingerprint ?? "";
        keyFailure = wrongKey(blob, target, knownHosts);
        return keyFailure === undefined;
      },
      // The signal holds the limit.
      readyTimeout: 0,
    });
    await Promise.race([ready, closed]);
    return {
      target,
      fingerprint,
      run: (command, options) => runCommand(client, command, options),
      [Symbol.asyncDispose]: () => {
        client.end();
        socket?.destroySoon();
        return Promise.resolve();
      },
    };
  } catch (error) {
    socket?.destroy();
    if (keyFailure) throw keyFailure;
    if (signal.aborted) throw signal.reason;
    throw patience.aborted
      ? new WattbookError(
        "TIMEOUT",
        `${name}, port ${port}, did not complete the login within ${connectTimeout / SECOND} s`,
        { hint: "Check that the host is up, and check firewalls on the way." },
      )
      : failureOf(error, target, user);
  }
}

async function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function algorithmsFor({ keys }: SshTarget): (typeof HOST_KEY_ALGORITHMS)[HostKeyType][number][] {
  const types = Object.keys(HOST_KEY_ALGORITHMS) as HostKeyType[];
  return types.filter((type) => keys.some((key) => key.type === type))
    .flatMap((type) => [...HOST_KEY_ALGORITHMS[type]]);
}

type HostKeyType = keyof typeof HOST_KEY_ALGORITHMS;

const KEY_HINT = "If the host was installed again, read its key on its own console " +
  "(ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub) and correct the known-hosts list. " +
  "If not, someone may be intercepting the connection.";

/** What is wrong with the key that a host shows; nothing if it is one of its own. */
function wrongKey(
  blob: Buffer,
  { name, port, keys }: SshTarget,
  knownHosts: KnownHosts,
): WattbookError | undefined {
  const shown = hostKey(blob)?.fingerprint ?? "one that cannot be read";
  if (knownHosts.isRevoked(blob, name, port)) {
    return new WattbookError(
      "HOST_KEY_CHANGED",
      `${name} was refused: the host key that it shows is revoked (${shown})`,
      { hint: KEY_HINT },
    );
  }
  if (keys.some((key) => key.blob.equals(blob))) return undefined;
  const expected = keys.map(({ fingerprint }) => fingerprint).join(" or ");
  return new WattbookError(
    "HOST_KEY_CHANGED",
    `${name} was refused: its host key is not the one in known_hosts. ` +
      `It shows ${shown}, expected ${expected}`,
    { hint: KEY_HINT },
  );
}

function failureOf(error: unknown, target: SshTarget, user: string): unknown {
  if (isWattbookError(error)) return error;
  const { name, port, keys } = target;
  const { level, message } = error as Error & { readonly level?: string };
  if (level === "client-authentication") {
    return new WattbookError(
      "SSH_REFUSED",
      `${name} does not accept the key for the user ${user}`,
      {
        hint: "Put the public key into ~/.ssh/authorized_keys of that user on the host; " +
          "alerts/deploy/host-analyzer/authorized_keys shows how.",
      },
    );
  }
  if (/no matching host key format/.test(message)) {
    const types = [...new Set(keys.map(({ type }) => type))].join(", ");
    return new WattbookError(
      "HOST_KEY_CHANGED",
      `${name} was refused: it has no host key of the type in known_hosts (${types})`,
      { hint: KEY_HINT },
    );
  }
  if (/^Handshake failed: /.test(message)) {
    return new WattbookError("BAD_ANSWER", `${name}: ${message}`, {
      hint:
        "Its SSH server is too old, or its configuration allows no algorithm that the analyzer supports.",
    });
  }
  const known = connectionFailure(
    error,
    accessOf({
      kind: "direct",
      url: new URL(`http://${name.includes(":") ? `[${name}]` : name}:${port}`),
    }),
  );
  if (known) {
    return new WattbookError(known.code, known.message, {
      hint: "Check the host's name, that it is up, and firewalls on the way.",
      cause: known.cause,
    });
  }
  return new WattbookError(
    "CONNECTION_LOST",
    `${name}, port ${port}, closed the connection before the login was complete`,
    { hint: "Check that an SSH server listens there, and look at its log.", cause: error },
  );
}
