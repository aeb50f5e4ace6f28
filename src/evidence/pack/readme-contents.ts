import type { PackParts } from "./pack-parts.ts";
import { checkpointTokenNames, partNames } from "./part-names.ts";
import type { Section } from "./readme-section.ts";

/** What is in the pack, each file in plain words. */
export function filesOf({ productName, ...parts }: PackParts): Section {
  const { stamped, originalToken, stampedToken, receipt, checker } = parts;
  const list: [name: string, what: string, isMissing?: boolean][] = [
    [stamped.name, "the stamped copy"],
    [partNames.certificate, "the Certificate of Attestation"],
    [partNames.attestation, "what was attested, to be read"],
    [partNames.signedAttestation, "the same with our signature, for programs (JWS)"],
    [partNames.originalToken, "time-stamp over the original (RFC 3161)", !originalToken],
    [partNames.stampedToken, "time-stamp over the stamped copy (RFC 3161)", !stampedToken],
    [partNames.receipt, "receipt: proves that the attestation stands in our public log", !receipt],
    ...witnessFilesIn(parts),
    [partNames.container, "the original with its time-stamp (ASiC-S)", !hasContainer(parts)],
    [partNames.root, "certificates that stand behind time-stamps and seal"],
    [partNames.crl, "which certificates were revoked"],
    [partNames.declaration, "a form to fill in for use in court; not legal advice"],
    [partNames.checker, "checks all of this in a browser", !checker],
    [partNames.manifest, "list of all other files in here with our signature (JWS)"],
  ];
  const present = list.filter(([, , isMissing]) => !isMissing);
  return {
    title: "What is in here",
    text: [
      present.map(([name, what]) => `- ${name}: ${what}`).join("\n"),
      `Whoever gives you this pack could have made every file in it. So compare the first certificate in ${partNames.root} and the keys below with those that ${productName} publishes.`,
    ],
  };
}

function witnessFilesIn({ witnessed }: Pick<PackParts, "witnessed">): [name: string, what: string][] {
  const { tokens = [], proof } = witnessed ?? {};
  const stamped = "an outside authority's time-stamp over that log (RFC 3161)";
  const files: [name: string, what: string][] = tokens.flatMap((_, at) => {
    const name = checkpointTokenNames[at];
    return name === undefined ? [] : [[name, stamped]];
  });
  if (proof) files.push([partNames.checkpointProof, "proof that Bitcoin holds that log (OpenTimestamps)"]);
  return files;
}

const hasContainer = ({ original, originalToken }: Pick<PackParts, "original" | "originalToken">) =>
  original !== undefined && originalToken !== undefined;

/** What other packs have; nothing when this one has it all. */
export function missingIn(parts: PackParts): Section[] {
  const { originalToken, stampedToken, receipt, checker } = parts;
  const missing = [
    ...(hasContainer(parts)
      ? []
      : ["the original: keep it yourself; that it is the right one is told by its fingerprint"]),
    ...(originalToken
      ? []
      : ["a time-stamp over the original: none was made when this document was stamped"]),
    ...(stampedToken
      ? []
      : ["a time-stamp over the stamped copy: none was made when this document was stamped"]),
    ...(receipt ? [] : ["a receipt of the public log: this document is not in it"]),
    ...(checker ? [] : [`${partNames.checker}, the page that checks files without a network`]),
  ];
  if (missing.length === 0) return [];
  const text = [missing.map((what) => `- ${what}`).join("\n"), "What is below holds without it."];
  return [{ title: "What is not in here", text }];
}
