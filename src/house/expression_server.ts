import type { Client } from "../client/client.ts";

/** What answers expressions: a connected server, or the recorded answers of the demo's. */
export type ExpressionServer = Pick<Client, "description" | "query" | "queryRange" | "samples">;
