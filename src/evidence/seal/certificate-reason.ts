/** The reason in the seal of a certificate, which no other file is sealed for. */
export const certificateReason = "Certificate of Attestation";
