import { rootCertificates } from "node:tls";
import type { Config } from "../config.ts";
import { wellFormed } from "../evidence/der/malformed.ts";
import { type Certificate, readCertificate } from "../evidence/x509/certificate.ts";
import { decodePem } from "../evidence/x509/pem.ts";
import { loadAuthorityKeys, renewCrl } from "../files/authority-keys.ts";
import type { Authority } from "./authority.ts";

const day = 24 * 3_600_000;

/** Loads or makes the authority's keys. Throws AppError when they are missing though something was issued. */
export function openAuthority(config: Config, now: () => number, hasIssued: () => boolean): Authority {
  const identity = { organization: config.productName };
  const { tsa, seal, root, crl } = loadAuthorityKeys(config.dataDir, identity, new Date(now()), hasIssued);
  let current = crl;
  return {
    tsa,
    seal,
    root,
    crl() {
      if (now() - current.thisUpdate.getTime() >= day) current = renewCrl(config.dataDir, new Date(now()));
      return current;
    },
  };
}

/** Whom outside authorities may lead to: the operator's certificates, and those that every computer trusts. */
export function outsideRoots({ tsaRoots }: Config): () => Certificate[] {
  let roots: Certificate[] | undefined;
  return () => {
    roots ??= [tsaRoots ?? "", ...rootCertificates]
      .flatMap((pem) => decodePem("CERTIFICATE", pem))
      .flatMap((der) => wellFormed(() => readCertificate(der)) ?? []);
    return roots;
  };
}
