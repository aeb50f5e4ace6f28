import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import type { IssuingConfig } from "../config.ts";

const publicAddresses = new Set(publicAuthorities.flatMap(({ addresses }) => addresses.map(withoutSlash)));
const publicCosigners = new Set(shippedLists.witnesses.map(printVerifierKey));

/**
 * The addresses in the settings of those who confirm times independently of this server, by the lists that verifiers
 * ship with; empty if verifiers can only say that the server vouches for itself.
 */
export function independentWitnesses({
  tsaUrls,
  anchorAuthorities,
  otsCalendars,
  bitcoinExplorers,
  logWitnesses,
}: Pick<
  IssuingConfig,
  "tsaUrls" | "anchorAuthorities" | "otsCalendars" | "bitcoinExplorers" | "logWitnesses"
>): string[] {
  const cosigners = logWitnesses.filter(({ key }) => publicCosigners.has(printVerifierKey(key)));
  return [
    ...[...tsaUrls, ...anchorAuthorities].filter((url) => publicAddresses.has(withoutSlash(url))),
    // A calendar only leads to Bitcoin, whose blocks everyone can check with the headers that explorers have.
    ...(bitcoinExplorers.length > 0 ? otsCalendars : []),
    ...cosigners.map(({ url }) => url),
  ];
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
