/** The reason in the seal of a certificate; no other file is sealed with it. */
export const certificateReason = "Certificate of Attestation";
