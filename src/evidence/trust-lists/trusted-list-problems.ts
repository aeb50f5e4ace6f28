import type { TrustedListProblem } from "./read-trusted-list.ts";

/** Why a trusted list can't be used, for the operator: the end of a sentence. */
export const trustedListProblems: Record<TrustedListProblem, string> = {
  "too-large": "it has more than 32 MB",
  "not-xml": "it is not an XML document, or one with a document type definition",
  "not-a-list": "it is no trusted list (ETSI TS 119 612), or lacks its number or its times",
  unsigned: "it does not have exactly one signature",
  unsupported: "its signature uses an algorithm or a reference that is not accepted",
  "other-signer": "none of the given certificates signed it, or its signature was changed",
  changed: "it was changed after it was signed",
  "signer-outside-validity": "the certificate of its signer was not valid when it was issued",
  "other-territory":
    "the certificate of its signer is for another state; a line such as # territory ES above a certificate says for which it counts",
  overdue: "its next version is overdue",
};
