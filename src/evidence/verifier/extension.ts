import { signerName } from "../cms/signer-name.ts";
import { earliest } from "../earliest.ts";
import type { EvidenceRecord } from "../ers/evidence-record.ts";
import { isUnsound, type RenewedFile, verifyRenewals } from "../ers/verify-renewals.ts";
import { claimedInfo } from "../tsp/is-over.ts";
import type { TimeStampCheck, TimeStampIssue } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { labels, values } from "./sentences.ts";
import type { Trust } from "./trust.ts";

/** A time-stamp that an archive added later to preserve evidence: its authority may be a stranger. */
export type Extension = { time: Date; authority: string; isKnown: boolean };

/** Undefined if the token proves nothing. Whether its authority is known is checked last: all else was valid. */
export function readExtension(token: Uint8Array, check: TimeStampCheck): Extension | undefined {
  if ("timeStamp" in check) {
    const { time, authority } = check.timeStamp;
    return { time, authority, isKnown: true };
  }
  const info = check.error === "untrusted" ? claimedInfo(token) : undefined;
  return info && { time: info.time, authority: signerName(token), isKnown: false };
}

/** The renewals of an evidence record, and what is wrong with it if one of them is broken or late. */
export function checkRenewals(
  record: EvidenceRecord,
  file: RenewedFile | undefined,
  { roots, stampRoots, crls }: Pick<Trust, "roots" | "stampRoots" | "crls">,
): { extensions: Extension[]; error: TimeStampIssue | undefined } {
  const checks = verifyRenewals(record, file, { roots: [...roots, ...stampRoots], crls });
  const extensions: Extension[] = [];
  for (const [at, check] of checks.entries()) {
    if (check && isUnsound(check)) return { extensions, error: check.error };
    const extension = check && readExtension(record.renewals[at]?.token ?? new Uint8Array(), check);
    if (extension) extensions.push(extension);
  }
  return { extensions, error: undefined };
}

export const extensionDetails = (extensions: Extension[]): Detail[] =>
  extensions.map(({ time, authority, isKnown }) => ({
    label: labels.extended,
    value: isKnown ? values.extendedBy(authority, time) : values.extendedByStranger(authority, time),
  }));

export const renewalDetails = (renewals: Extension[]): Detail[] =>
  renewals.map(({ time, authority, isKnown }) => ({
    label: labels.renewed,
    value: isKnown ? values.renewedBy(authority, time) : values.renewedByStranger(authority, time),
  }));

/** What a renewal covers existed by then, if a known authority made it. */
export const renewedAt = (extensions: Extension[] = []): Date | undefined =>
  earliest(extensions.map(({ time, isKnown }) => (isKnown ? time : undefined)));
