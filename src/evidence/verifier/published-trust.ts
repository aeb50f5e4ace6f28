import type { TrustTexts } from "./trust.ts";

/** Where a service publishes its trusted keys and roots, below its address. */
export const publishedTrust = {
  ca: "/evidence/ca.pem",
  stampCa: "/evidence/tsa-roots.pem",
  crl: "/evidence/ca-crls.pem",
  jwks: "/.well-known/jwks.json",
  vkeys: "/evidence/log/vkeys",
  witnesses: "/evidence/log/witnesses/vkeys",
} as const satisfies Record<Exclude<keyof TrustTexts, "name">, string>;
