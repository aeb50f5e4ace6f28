import { encodePem } from "../x509/pem.ts";
import type { TrustedList } from "./listed-services.ts";

/** A trust file with these trusted lists, as `readTrustFile` reads it. */
export function printTrustFile(lists: readonly TrustedList[]): string {
  const trustedLists = lists.map(({ services, ...list }) => ({
    ...list,
    services: services.map(({ name, certificates, statuses }) => ({
      name,
      certificates: certificates.map(({ bytes }) => encodePem("CERTIFICATE", bytes)),
      statuses: statuses.map(({ since, isGranted }) => ({ since, granted: isGranted })),
    })),
  }));
  return `${JSON.stringify({ attestampTrust: 1, trustedLists }, undefined, 2)}\n`;
}
