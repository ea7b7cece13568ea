/** A source of context that gives no answer. */
export class Failure extends Error {
  /** As the Kubernetes API says it, where it was that. */
  readonly code?: number;
  readonly body?: unknown;

  constructor(message: string, code?: number) {
    super(message);
    if (code !== undefined) {
      this.code = code;
      this.body = { kind: "Status", message };
    }
  }
}

/** Longer than the analyzer waits for one source. */
export const TIMED_OUT = new Failure("timed out after 5 s");

/** What the API server says to an account that may not. */
export function forbidden(resource: string, namespace: string): Failure {
  return new Failure(
    `${resource} is forbidden: User "system:serviceaccount:monitoring:alert-analyzer" cannot list ` +
      `resource "${resource}" in API group "" in the namespace "${namespace}"`,
    403,
  );
}
