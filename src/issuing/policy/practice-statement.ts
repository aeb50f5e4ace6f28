import { bytesToHex } from "@noble/hashes/utils.js";
import { computeHash } from "../../evidence/hash.ts";
import { timeStampPolicy } from "../../evidence/tsp/authority.ts";
import { signerCertificate } from "../../evidence/x509/key-pair.ts";
import type { IssuingConfig } from "../config.ts";
import { type Authority, accuracyMs } from "../tsa/tsa.ts";
import { hasWitnesses } from "../witnesses/witnesses.ts";

/** Where the statement is published: for programs, and for people. */
export const policyPath = { json: "/evidence/policy.json", text: "/evidence/policy.txt" } as const;

/** What the statement depends on. `operatorContact`: the operator's address for questions. */
type Facts = {
  config: Pick<
    IssuingConfig,
    | "origin"
    | "productName"
    | "tsaUrls"
    | "anchorAuthorities"
    | "otsCalendars"
    | "logWitnesses"
    | "bitcoinExplorers"
  >;
  authority: Pick<Authority, "tsa" | "root">;
  operatorContact: string | undefined;
};

/** What the time-stamp authority does, for programs: the policy in its tokens and the facts behind it. */
export function describePolicy({ config, authority, operatorContact }: Facts) {
  const { origin, productName, tsaUrls, anchorAuthorities, otsCalendars, logWitnesses } = config;
  const { subject, notBefore, notAfter } = signerCertificate(authority.tsa);
  const at = (path: string) => `${origin}${path}`;
  return {
    policy: timeStampPolicy,
    operator: { name: productName, address: origin, ...(operatorContact && { contact: operatorContact }) },
    statement: at(policyPath.text),
    qualified: false,
    authority: {
      address: at("/evidence/tsa"),
      name: subject.text,
      certificate: { notBefore: notBefore.toISOString(), notAfter: notAfter.toISOString() },
      root: {
        address: at("/evidence/ca.pem"),
        sha256: bytesToHex(computeHash("SHA-256", authority.root.bytes)),
      },
      revocationList: at("/evidence/ca.crl"),
      hashes: ["SHA-256", "SHA-384", "SHA-512"],
      ordering: false,
      accuracyMs: tsaUrls.length > 0 ? accuracyMs : null,
    },
    externalAuthorities: tsaUrls.map((url) => new URL(url).hostname),
    log: { address: at("/evidence/log"), keys: at("/evidence/log/vkeys") },
    anchors: {
      authorities: [...anchorAuthorities, ...tsaUrls].map((url) => new URL(url).hostname),
      calendars: otsCalendars.map((url) => new URL(url).hostname),
      witnesses: logWitnesses.map(({ key }) => key.name),
    },
  };
}

/**
 * The practice statement of the time-stamp authority in the operator's name, along RFC 3628 and ETSI EN 319 421. It
 * says only what the program does; what the operator's people do is theirs to add.
 */
export function writePracticeStatement(facts: Facts): string {
  const { policy, operator, authority, externalAuthorities, log, anchors } = describePolicy(facts);
  const { name } = operator;
  const day = (iso: string) => iso.slice(0, 10);
  const others = [...anchors.authorities, ...anchors.calendars, ...anchors.witnesses];
  const sections: [title: string, ...paragraphs: string[]][] = [
    [
      "1. What this is (RFC 3628, 5; EN 319 421, 5)",
      `This statement says how the time-stamp authority of ${name} at ${operator.address} works. Its tokens contain the policy ${policy}, which stands for these practices. The program Attestamp carries them out; ${name} operates it and is responsible for it.`,
      `It is not a qualified trust service under Regulation (EU) No 910/2014, and no one has audited it against EN 319 421.`,
      `Questions: ${operator.contact ?? operator.address}. For programs: ${facts.config.origin}${policyPath.json}.`,
    ],
    [
      "2. Who may use it, and what for (RFC 3628, 5.3)",
      `Anyone may send a hash to ${authority.address} (RFC 3161 over HTTP). ${name} also stamps the documents of its accounts with it. A token says that a file with this hash existed at its time. It says nothing about who made the file or whether it is true.`,
    ],
    [
      "3. What the authority commits itself to (RFC 3628, 6.1)",
      "It issues a token only while its clock is not known to be wrong, never with a time before one that it has issued, and each with a serial number of its own.",
      `Accepted hashes: ${authority.hashes.join(", ")}. Tokens have no order among each other within the same time.`,
      authority.accuracyMs === null
        ? "Its tokens state no accuracy: no external authority confirms the clock, so the time depends on the operator's clock alone."
        : `Tokens state an accuracy of ${authority.accuracyMs / 1000} seconds while an external authority (${externalAuthorities.join(", ")}) confirms the clock, and none otherwise. If one contradicts the clock, none are issued.`,
    ],
    [
      "4. What subscribers and those who rely on a token must do (RFC 3628, 6.2 and 6.3)",
      `Compare the hash in the token with that of the file, check the signature up to the root certificate (${authority.root.address}, SHA-256 ${authority.root.sha256}), and look for the certificate on the newest revocation list (${authority.revocationList}).`,
      "The word of this authority alone is a claim: the operator of a clock can set it back. Look for someone independent who confirms it, as section 7 says.",
    ],
    [
      "5. Keys (RFC 3628, 7.2)",
      "Keys are made on the server and kept in files that only the server's user can read, not in a hardware security module. Backups contain them.",
      `The key that signs now belongs to "${authority.name}" and its certificate is valid from ${day(authority.certificate.notBefore)} to ${day(authority.certificate.notAfter)}. Keys are replaced before their certificates end, and replaced ones sign nothing more. A stolen key is revoked with the time of the theft.`,
    ],
    [
      "6. Time (RFC 3628, 7.3.2)",
      "The time is UTC by the clock of the server, which the operator synchronizes. The server compares it with the newest time that it has issued and with external authorities, if any are set.",
    ],
    [
      "7. What makes it independent of the operator",
      `Every document's entry is in a public log (${log.address}), whose signed heads show any later change.`,
      hasWitnesses(facts.config)
        ? `Every hour in which the log has grown, its head goes to: ${others.join(", ")}. What they confirm does not depend on the operator.`
        : "At present no one outside is asked to confirm its heads.",
    ],
    [
      "8. Records, renewal and the end of the service (RFC 3628, 7.4.9 and 7.4.11)",
      "Tokens over documents are kept as long as the documents' records, and get new tokens around them before certificates or hashes end (RFC 4998). Tokens for strangers are not kept.",
      "When the service ends, its log, keys, revocation lists and records can be published as a site that needs no server. Evidence packs can be checked without it.",
    ],
    [
      "9. Liability and law (RFC 3628, 7.5)",
      `Those of the terms of ${name}. This statement is not legal advice.`,
    ],
  ];
  const parts = sections.map(([title, ...paragraphs]) => [title, ...paragraphs].join("\n\n"));
  return `${[`Practice statement of the time-stamp authority of ${name}`, ...parts].join("\n\n\n")}\n`;
}
