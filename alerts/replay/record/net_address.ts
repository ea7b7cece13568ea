/** The one address that a recording process may reach, as a permission names it. */
export function netAddress({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
