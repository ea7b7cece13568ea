import { standIn } from "../../src/demo/stand_in.ts";

/** An address that stays while the service behind it is started anew, as a Service in a cluster. */
export interface LastingAddress extends AsyncDisposable {
  /** What senders are given. */
  readonly webhook: URL;
  /** Status of each answer; 503 while there is no service. */
  readonly answers: readonly number[];
  /** From now on requests go to this service. */
  leadTo(service: URL): void;
  /** From now on there is no service. */
  down(): void;
}

/** An address without a service. */
export function lastingAddress(): LastingAddress {
  let target: URL | undefined;
  const answers: number[] = [];
  const address = standIn(async ({ method, path, headers, body }) => {
    const nobody = new Response("nobody is there", { status: 503 });
    const answer = target === undefined
      ? nobody
      : await fetch(new URL(path, target), { method, headers, body }).catch(() => nobody);
    answers.push(answer.status);
    return new Response(await answer.text(), { status: answer.status });
  });
  return {
    webhook: new URL("/webhook", address.url),
    answers,
    leadTo: (service) => void (target = service),
    down: () => void (target = undefined),
    [Symbol.asyncDispose]: address.stop,
  };
}
