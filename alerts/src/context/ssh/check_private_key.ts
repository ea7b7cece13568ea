import { Buffer } from "node:buffer";
import { WattbookError } from "../../errors.ts";
import type { Secret } from "../../../../src/secret.ts";
import { loadSsh2 } from "./load_ssh2.ts";

const KEY_HINT = "Make one for this purpose alone: ssh-keygen -t ed25519 -N '' -f analyzer_key";

/**
 * Whether a private key can be used.
 *
 * @returns Its type: `ssh-ed25519`.
 * @throws {WattbookError} `BAD_SETTING` if it is encrypted, damaged, no private key, or of no use here.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { checkPrivateKey } from "./check_private_key.ts";
 *
 * const error = await checkPrivateKey(new Secret("no key")).catch((error) => error);
 * assert.equal(error.code, "BAD_SETTING");
 * ```
 */
export async function checkPrivateKey(privateKey: Secret): Promise<string> {
  const { utils } = await loadSsh2();
  const parsed = utils.parseKey(privateKey.reveal());
  // The library's own words may quote what it was given.
  if (parsed instanceof Error) {
    const isEncrypted = /encrypted/i.test(parsed.message);
    throw new WattbookError(
      "BAD_SETTING",
      isEncrypted ? "The private key is encrypted" : "The private key cannot be read",
      { hint: KEY_HINT },
    );
  }
  const [key] = [parsed].flat();
  if (key === undefined || !key.isPrivateKey()) {
    throw new WattbookError("BAD_SETTING", "The file of the private key holds a public key", {
      hint: "Set SSH_KEY_PATH to the file without .pub at its end.",
    });
  }
  // One ECDSA key in two cannot: the library writes its number in a form that Deno does not read.
  if (key.sign(Buffer.from("a test")) instanceof Error) {
    throw new WattbookError("BAD_SETTING", `The private key (${key.type}) cannot be used to sign`, {
      hint: KEY_HINT,
    });
  }
  return key.type;
}
