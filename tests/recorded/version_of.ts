/** Debian's package with its version: VictoriaMetrics from there does not know its own. */
export async function versionOf(program: string): Promise<string> {
  const { stdout } = await new Deno.Command("dpkg-query", {
    args: ["--show", "--showformat=${Package} ${Version} (Debian)", program],
  }).output();
  return new TextDecoder().decode(stdout);
}
