/**
 * The smallest analyzer: real door, store and pipeline, with a gatherer and a model that take a few
 * milliseconds, and a push service elsewhere. Arguments: store, address of the push service, door. It
 * loads its modules and waits for a byte on its standard input, so that the kills hit the work.
 *
 * @module
 */

import { alertmanagerDoor } from "../../src/door/alertmanager.ts";
import { hostmonDoor } from "../../src/door/hostmon.ts";
import { Pipeline } from "../../src/pipeline/pipeline.ts";
import { openStore } from "../../src/store/open_store.ts";
import { Secret } from "../../../src/secret.ts";
import { WattbookError } from "../../src/errors.ts";
import { OPINION, testParts } from "../parts.ts";

const [path, pushUrl, kind] = Deno.args as [string, string, "alertmanager" | "hostmon"];
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));

console.log("loaded");
await Deno.stdin.read(new Uint8Array(1));
const store = openStore({ path });
const parts = testParts(store, {
  gather: () => pause().then(() => []),
  analyse: () => pause().then(() => OPINION),
  async publish({ title, message }) {
    try {
      const response = await fetch(pushUrl, {
        method: "POST",
        body: JSON.stringify([title, message]),
      });
      await response.body?.cancel();
    } catch (cause) {
      throw new WattbookError("PUSH_UNCERTAIN", "The answer was lost", { hint: "", cause });
    }
  },
});
const pipeline = new Pipeline(parts, {
  cooldown: 3_600_000,
  // Enough that kills hit full groups, and few enough that the last process gets through with them.
  capacity: 100,
  pushRetries: [10, 10, 10],
});
const openDoor = { alertmanager: alertmanagerDoor, hostmon: hostmonDoor }[kind];
const door = openDoor({
  secret: new Secret("s3cret"),
  accept: (incidents, options) => pipeline.accept(incidents, options),
});
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, door.fetch);
pipeline.start();
