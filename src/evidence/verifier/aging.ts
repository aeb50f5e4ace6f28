import type { Certificate } from "../x509/certificate.ts";
import type { PublicKey } from "../x509/public-key.ts";
import type { Detail } from "./detail.ts";
import type { Finding } from "./report.ts";
import { labels, values } from "./sentences.ts";

/** A key that an answer relies on; `end` is that of its certificate. */
type UsedKey = { name: string; algorithm: string; lastYear: number; end?: Date };

/**
 * The last year in which NIST allows signatures by these algorithms: its transition away from those that a quantum
 * computer breaks (NIST IR 8547, table 2), earlier for keys of 112 bits of security.
 */
const lastYears = { short: 2030, classical: 2035 };
const shortestRsaBits = 3072;

/**
 * The answer with what a reader should ask about years later: certificates that have ended by `now`, and algorithms
 * that may be broken by then. The verdict stays the same: only a person can judge that.
 */
export function withAge(finding: Finding, keys: UsedKey[], now: Date): Finding {
  const details = [...keys.flatMap((key) => endDetail(key, now)), ...algorithmDetails(keys, now)];
  return details.length === 0 ? finding : { ...finding, details: [...finding.details, ...details] };
}

/** The keys of certificates, each once. */
export function certifiedKeys(certificates: Certificate[]): UsedKey[] {
  const each = new Map(certificates.map((one) => [`${one.issuer.text} ${one.serialNumber}`, one]));
  return [...each.values()].flatMap(({ subject, publicKey, notAfter }) => {
    const kind = describeKey(publicKey);
    return kind ? [{ name: subject.text, end: notAfter, ...kind }] : [];
  });
}

/** The key of a signed statement (RFC 8037). */
export const statementKey = (kid: string): UsedKey => ({
  name: kid,
  algorithm: "Ed25519",
  lastYear: lastYears.classical,
});

function describeKey(key: PublicKey): Pick<UsedKey, "algorithm" | "lastYear"> | undefined {
  if (key.kind === "EC") return { algorithm: `ECDSA ${key.curve}`, lastYear: lastYears.classical };
  if (key.kind !== "RSA") return undefined;
  const bits = key.modulus.toString(2).length;
  return { algorithm: `RSA ${bits}`, lastYear: lastYears[bits < shortestRsaBits ? "short" : "classical"] };
}

function endDetail({ name, algorithm, end }: UsedKey, now: Date): Detail[] {
  if (end === undefined || now <= end) return [];
  return [{ label: labels.ended, value: values.ended(name, algorithm, end) }];
}

function algorithmDetails(keys: UsedKey[], now: Date): Detail[] {
  const outdated = keys.filter(({ lastYear }) => now.getUTCFullYear() > lastYear);
  const years = new Map(outdated.map(({ algorithm, lastYear }) => [algorithm, lastYear]));
  return [...years].map(([algorithm, year]) => ({
    label: labels.outdated,
    value: values.outdated(algorithm, year),
  }));
}
