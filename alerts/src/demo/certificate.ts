/**
 * A certificate authority that is made when it is needed, and a certificate of it for loopback.
 *
 * @module
 */

import { createCA, createCert } from "mkcert";

/** A certificate for loopback. All of it is PEM. */
export interface Certificate {
  /** Certificate of the authority. */
  readonly ca: string;
  /** Certificate of the server. */
  readonly cert: string;
  /** Key of the server. */
  readonly key: string;
}

/**
 * Makes an authority and a certificate, valid for a day. It takes about a second: keys are new.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeCertificate } from "./certificate.ts";
 *
 * const { ca } = await makeCertificate();
 * assert(ca.startsWith("-----BEGIN CERTIFICATE-----"));
 * ```
 */
export async function makeCertificate(): Promise<Certificate> {
  const ca = await createCA({
    organization: "Stand-in cluster",
    countryCode: "NL",
    state: "None",
    locality: "None",
    validity: 1,
  });
  const { cert, key } = await createCert({ ca, domains: ["127.0.0.1", "localhost"], validity: 1 });
  return { ca: ca.cert, cert, key };
}
