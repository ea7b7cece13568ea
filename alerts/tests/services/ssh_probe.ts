/**
 * Logs in once and prints whether `uptime` may be run. Arguments: port, user, file of the private
 * key, a line of a known-hosts list.
 *
 * @module
 */

import { checkLogin } from "../../src/context/ssh/check_login.ts";
import { parseKnownHosts } from "../../src/context/ssh/known_hosts.ts";
import { Secret } from "../../../src/secret.ts";

const [port, user, keyFile, list] = Deno.args as [string, string, string, string];
const { mayRun } = await checkLogin("127.0.0.1", {
  user,
  privateKey: new Secret(await Deno.readTextFile(keyFile)),
  knownHosts: parseKnownHosts(list),
  port: Number(port),
}, AbortSignal.timeout(30_000));
console.log(mayRun);
