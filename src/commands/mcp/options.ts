import { Command, InvalidArgumentError, Option } from "commander";
import { WattbookError } from "../../errors.ts";
import { parseCommand, type Parsed } from "../../terminal/command.ts";
import { householdOption, parseSource, type SourceOption, zoneOption } from "../options.ts";

/** The command line of `deno task mcp`, checked. */
export interface McpOptions {
  readonly source?: SourceOption;
  readonly zone?: string;
  readonly household?: string;
  /** Tariff files; the first one is the house's own. Without any it is that of the house. */
  readonly tariff: readonly string[];
  /** Port of the HTTP server; standard input and output are used without one. */
  readonly http?: number;
  /** Whether the token may stand in the address. */
  readonly tokenInUrl: boolean;
  readonly debug: boolean;
}

const NOTES = `
Without --http, the server speaks over standard input and output, as an assistant starts it.
With --http, it listens on 127.0.0.1 only, at /mcp, and requires the token of MCP_TOKEN.
docs/mcp.md has the setting of each assistant.
`;

/**
 * Reads the command line of `deno task mcp`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseMcpOptions(args: readonly string[]): Parsed<McpOptions> {
  const command = new Command("deno task mcp")
    .description("Answers questions of an AI assistant about the house (Model Context Protocol).")
    .option(
      "--source <source>",
      "demo, demo:battery, server, archive:DIR, or archive:DIR+server " +
        "(default: a configured server, else demo)",
      parseSource,
    )
    .addOption(zoneOption())
    .addOption(householdOption())
    .option(
      "--tariff <file>",
      "what energy costs; give it again for tariffs to compare with " +
        "(default: tariff.json beside household.json)",
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .addOption(
      new Option("--http <port>", "serve Streamable HTTP on this port instead of standard input")
        .argParser(portOf),
    )
    .option(
      "--token-in-url",
      "with --http: also accept the token as /mcp/TOKEN, for Home Assistant",
    )
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, complete);
}

function complete(given: Partial<McpOptions>): McpOptions {
  if (given.tokenInUrl && given.http === undefined) {
    throw new WattbookError("BAD_OPTION", "--token-in-url needs --http", {
      hint: "Only the HTTP server has a token. Add --http 8765, or leave --token-in-url out.",
    });
  }
  return { tariff: [], tokenInUrl: false, debug: false, ...given };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a port from 1 to 65535, such as 8765.");
}
