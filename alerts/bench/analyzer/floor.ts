/**
 * What a webhook costs that only ends in an answer: the same server and framework, which read the body
 * and do nothing with it.
 *
 * @module
 */

import { Hono } from "hono";

const floor = new Hono();
floor.post("/webhook", async (context) => {
  await context.req.text();
  return context.json({ accepted: 1 });
});
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) =>
    console.log(
      JSON.stringify({ properties: { event: "ready", url: `http://127.0.0.1:${port}/` } }),
    ),
}, floor.fetch);
