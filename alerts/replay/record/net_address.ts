/** The one address that recording may reach, as Deno's permission names it. */
export function netAddress({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
