/**
 * What Checkmk writes to a script's standard input for a bulk: the parameters, then the
 * notifications, each after a blank line and with the parameters again.
 *
 * @param parameters The parameters, as they are in the environment of a single notification.
 */
export function bulkInput(
  contexts: readonly Readonly<Record<string, string>>[],
  parameters: Readonly<Record<string, string>>,
): string {
  const given = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name.replace(/^NOTIFY_/, ""), value]),
  );
  return [given, ...contexts.map((context) => ({ ...context, ...given }))]
    .map((context) => Object.entries(context).map(bulkLine).join(""))
    .join("\n");
}

/** One line: carriage returns are taken out, and ends of lines become `\1`. */
export function bulkLine([name, value]: readonly [name: string, value: string]): string {
  return `${name}=${value.replaceAll("\r", "").replaceAll("\n", "\x01")}\n`;
}
