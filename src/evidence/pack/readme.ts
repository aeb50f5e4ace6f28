import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { withoutQuotes } from "../../formats/text/quoted-name.ts";
import { statedText } from "../../formats/text/stated-text.ts";
import { writeDomain } from "../../formats/text/written-domain.ts";
import { verifyPage } from "../../formats/verify-url.ts";
import { decodeBase64url } from "../base64url.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { checkpointTokenNames, partNames } from "../part-names.ts";
import { tokenIn } from "../seal/tokens-in-signatures.ts";
import type { StatedIdentity } from "../stated-identity.ts";
import { parseCheckpoint } from "../tlog/checkpoint.ts";
import { hashSize } from "../tlog/merkle.ts";
import { siblingSides } from "../tlog/proof-check.ts";
import { parseNote, printVerifierKey } from "../tlog/signed-note.ts";
import { lengthOfLevel, tilePath, tileWidth } from "../tlog/tiles.ts";
import { parseTlogProof } from "../tlog/tlog-proof.ts";
import { readTstInfo } from "../tsp/tst-info.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { findIssuedStage, findIssuedTime } from "../verifier/issued-time.ts";
import { sayStage } from "../verifier/stage.ts";
import { plainTime } from "../verifier/text.ts";
import { describeTime } from "../verifier/time-sentences.ts";
import { readTrust } from "../verifier/trust.ts";
import { witnessedWithinMs } from "../witnessed-within.ts";
import { ownSignatures } from "./own-signatures.ts";
import type { PackParts } from "./pack-parts.ts";
import { printSection, type Section } from "./readme-section.ts";
import { renewalSection } from "./renewal-section.ts";
import { checkSum, covered, publicKeyFile, quoted, signatureValue, verifyEd25519 } from "./shell.ts";

/**
 * The pack's README: what each file is, in plain words, and commands with this document's values, each on a line
 * indented by four spaces. They need openssl 3, qpdf, unzip and the GNU core utilities, and run from top to bottom in
 * the folder where the pack was unpacked.
 */
export function writeReadme(parts: PackParts): string {
  const sections = [
    introductionSection(parts),
    filesSection(parts),
    ...missingSection(parts),
    fingerprintsSection(parts),
    timeStampsSection(parts),
    ...sealSection(parts),
    ...renewalSection(parts),
    statementSection(parts),
    ...secondSection(parts),
    manifestSection(parts),
    ...logSection(parts, { sha256: parts.statement.original, name: "the fingerprint of the original" }),
    ...witnessesSection(parts),
    ...awaitedSection(parts),
    ...originalSection(parts),
    limitsSection(parts),
  ];
  return `${sections.map(printSection).join("\n\n")}\n`;
}

function introductionSection({ productName, statement, timeZone, origin, checker }: PackParts): Section {
  const page = verifyPage(origin, statement.serial);
  const easyWay = checker
    ? `open ${partNames.checker} in a browser, online or offline, and drop this pack on it, or the stamped copy, the certificate or any timestamp from the pack. Or open\n${page}`
    : `open\n${page}\nand drop any of the files on it.`;
  return {
    title: `Evidence for ${statement.serial}`,
    text: [
      `${productName} stamped the document "${withoutQuotes(statedText(statement.name))}" on ${plainTime(new Date(statement.time), "en", timeZone)}, by ${productName}'s own clock${describeClient(statement)}. This folder has everything you need to check that, even without us.`,
      `The easy way: ${easyWay}`,
      "The hard way: run the commands below. They use well-known programs that we did not write: openssl 3, qpdf, unzip and the GNU core utilities (basenc, sha256sum), which are available on every Linux system. Unpack the pack into an empty folder, open a terminal there, and run the commands from top to bottom.",
    ],
  };
}

export function describeClient({
  client,
  office,
  domain,
  email,
}: { client?: string | undefined } & StatedIdentity) {
  if (!client) return "";
  const quote = (name: string) => `"${withoutQuotes(statedText(name))}"`;
  const checked = [
    ...(domain
      ? [`its domain ${writeDomain(domain.name)} was verified with a DNS record on ${domain.on}`]
      : []),
    ...(email ? [`the email address ${email.address} was confirmed on ${email.on}`] : []),
  ];
  return [
    `, for an account calling itself ${quote(client)}${office ? `, for the office ${quote(office)}` : ""} (as stated by the account, not checked`,
    ...checked.map((fact) => `; ${fact}`),
    ")",
  ].join("");
}

function fingerprintsSection({ statement, stamped }: PackParts): Section {
  return {
    title: "Is the stamped copy unchanged?",
    text: ["Its fingerprint (SHA-256) must match the attested one. The answer must end with: OK"],
    commands: [checkSum(statement.stamped, stamped.name)],
  };
}

/** Who vouches for the time, in the words of a verifier that has this pack. */
export function sayWhen(
  parts: Pick<
    PackParts,
    "signedStatement" | "receipt" | "renewal" | "witnessed" | "trust" | "madeAt" | "lists" | "productName"
  > & {
    statement: Parameters<typeof findIssuedTime>[0];
  },
  tokens: (Uint8Array | undefined)[],
): string {
  const { statement, signedStatement, receipt, renewal, witnessed, trust, madeAt, lists } = parts;
  const { proof, headers } = witnessed ?? {};
  const evidence = {
    ...noEvidence,
    attestations: [signedStatement],
    receipts: receipt === undefined ? [] : [receipt],
    tokens: [
      ...tokens.flatMap((bytes) => (bytes ? [{ bytes }] : [])),
      ...(witnessed?.tokens ?? []).map((bytes) => ({ bytes, about: "checkpoint" }) as const),
    ],
    records: renewal ? [{ bytes: renewal }] : [],
    proofs: proof ? [{ bytes: proof, about: "checkpoint" } as const] : [],
    headers: headers ? [headers] : [],
  };
  const known = readTrust(trust, lists);
  const time = findIssuedTime(statement, evidence, known, madeAt);
  const answer = describeTime(time)
    .map(({ message }) => message)
    .join(" ");
  const stage = findIssuedStage(evidence, known);
  const said = stage ? sayStage({ level: time.level, stage }, stageWords.en) : "";
  const grown = said === "" ? [] : [`How far the proof had grown when this pack was made: ${said}`];
  return [
    `With this pack, verify.html and "attestamp verify" answer: ${answer.replaceAll(/\s+/g, " ")}`,
    ...grown,
  ].join("\n");
}

function timeStampsSection(parts: PackParts): Section {
  const { statement, stamped, stampedToken, originalToken } = parts;
  const { root } = partNames;
  const ofStamped = stampedToken && [
    `openssl ts -verify -token_in -in ${partNames.stampedToken} -data ${quoted(stamped.name)} -CAfile ${root} -attime ${toEpoch(stampedToken)}`,
    `openssl ts -reply -token_in -in ${partNames.stampedToken} -text`,
  ];
  const ofOriginal = originalToken && [
    `openssl ts -verify -token_in -in ${partNames.originalToken} -digest ${statement.original} -CAfile ${root} -attime ${toEpoch(originalToken)}`,
    `openssl ts -reply -token_in -in ${partNames.originalToken} -text`,
  ];
  const ofRevoked = `openssl crl -inform DER -in ${partNames.crl} -CAfile ${root} -noout -text`;
  const revoked = `The last command must say "verify OK". It shows the list of revoked certificates.`;
  const text =
    'For each timestamp, openssl must answer "Verification: OK"; the next command shows its time. The timestamp of the original is checked with the fingerprint alone.';
  return {
    title: "When did the files exist?",
    text: [
      sayWhen(parts, [originalToken, stampedToken]),
      ofStamped || ofOriginal ? `${text} ${revoked}` : revoked,
    ],
    commands: [...(ofStamped ?? []), ...(ofOriginal ?? []), ofRevoked],
  };
}

/** The section about the two signatures of a sealed PDF; nothing for a picture. */
function sealSection({ stamped, statement }: PackParts): Section[] {
  const own = ownSignatures(stamped);
  if (!own) return [];
  const { name } = stamped;
  const { seal, stamp } = own;
  const sealedAt = tokenIn(seal);
  const { root } = partNames;
  const commands = [
    `qpdf --check ${quoted(name)}`,
    covered(name, seal.placeholder, seal.end, "sealed.bin"),
    signatureValue(name, seal.placeholder, "seal.der"),
    `openssl cms -verify -inform DER -in seal.der -content sealed.bin -binary -purpose any -CAfile ${root} -attime ${sealedAt ? toEpoch(sealedAt) : Math.floor(Date.parse(statement.time) / 1000)} -out /dev/null`,
    covered(name, stamp.placeholder, stamp.end, "stamped.bin"),
    signatureValue(name, stamp.placeholder, "stamp.der"),
    `openssl ts -verify -token_in -in stamp.der -data stamped.bin -CAfile ${root} -attime ${toEpoch(stamp.contents)}`,
  ];
  const text =
    'The stamped copy is sealed, which PDF readers also show. These commands extract the seal and the part that it covers from the file. openssl must answer "CMS Verification successful" and "Verification: OK".';
  return [{ title: "The seal inside the stamped copy", text: [text], commands }];
}

export function statementSection({
  key,
  signedStatement,
  origin,
}: Pick<PackParts, "key" | "signedStatement" | "origin">): Section {
  const payload = signedStatement.split(".")[1] ?? "";
  const [jws, signed, signature] = [partNames.signedAttestation, "attestation.signed", "attestation.sig"];
  return {
    title: "Who issued it?",
    text: [
      `The attestation is signed with our key ${key.kid}. Compare it with ${origin.replace(/\/+$/, "")}/.well-known/jwks.json, which lists it as ${key.x}. openssl must answer "Signature Verified Successfully"; the last command shows what was signed.`,
    ],
    commands: [
      publicKeyFile(decodeBase64url(key.x) ?? new Uint8Array(), "attestation-key.pem"),
      `printf %s "$(cut -d. -f1-2 ${jws})" > ${signed}`,
      `printf %s "$(cut -d. -f3 ${jws})==" | basenc --base64url -d > ${signature}`,
      verifyEd25519("attestation-key.pem", signed, signature),
      `${showPayload(payload)} > attestation.payload`,
      "cat attestation.payload",
    ],
  };
}

/** The second signatures among the files of a pack. */
export function secondFilesIn({ second }: Pick<PackParts, "second">): [name: string, what: string][] {
  const statement = "the attestation with a second, post-quantum signature (ML-DSA-65)";
  const checkpoint = "the state of the public log with such a signature";
  const files: [string, string][] = second ? [[partNames.secondStatement, statement]] : [];
  if (second?.checkpoint !== undefined) files.push([partNames.secondCheckpoint, checkpoint]);
  return files;
}

/** openssl knows ML-DSA only since 3.5, so this section has no commands. */
export function secondSection({ second, origin }: Pick<PackParts, "second" | "origin">): Section[] {
  if (!second) return [];
  const names = secondFilesIn({ second }).map(([name]) => name);
  const keys = `${origin.replace(/\/+$/, "")}/.well-known/jwks.json`;
  const text = `${names.join(" and ")} ${names.length === 1 ? "has" : "have"} a second signature, by an algorithm that a quantum computer cannot break (ML-DSA-65, FIPS 204, as in RFC 9964). It was made when this pack was downloaded, and it only adds to the first one: both must fit. ${partNames.checker} checks it. For other programs: the signed bytes are the text before the second dot, the signature follows that dot in base64url, and the key is among the post_quantum_keys at ${keys}. The middle part must be the same as in ${partNames.signedAttestation}, or the state of the log in the receipt.`;
  return [{ title: "The second signature", text: [text] }];
}

export function manifestSection({ signer: { key } }: Pick<PackParts, "signer">): Section {
  const { manifest } = partNames;
  return {
    title: "Is every file unchanged?",
    text: [
      `${manifest} lists all other files of this pack with their fingerprints. It is signed with our key ${key.kid}, published as ${key.x}. openssl must answer "Signature Verified Successfully", and every line of the last command must end with: OK`,
    ],
    commands: [
      publicKeyFile(decodeBase64url(key.x) ?? new Uint8Array(), "pack-key.pem"),
      `printf %s "$(cut -d. -f1-2 ${manifest})" > pack.signed`,
      `printf %s "$(cut -d. -f3 ${manifest})==" | basenc --base64url -d > pack.sig`,
      verifyEd25519("pack-key.pem", "pack.signed", "pack.sig"),
      `p="$(cut -d. -f2 ${manifest})"; while [ $((\${#p} % 4)) -ne 0 ]; do p="$p="; done; printf %s "$p" | basenc --base64url -d > pack.sha256`,
      "sha256sum --check pack.sha256",
    ],
  };
}

const showPayload = (payload: string) =>
  `printf %s "$(cut -d. -f2 ${partNames.signedAttestation})${"=".repeat((4 - (payload.length % 4)) % 4)}" | basenc --base64url -d`;

/**
 * The section of a pack that was made before an external witness saw the entry: they look at the log every hour.
 * Nothing if there are no witnesses, or one has seen it.
 */
export function awaitedSection({
  productName,
  statement,
  receipt: given,
  witnessed,
  hasWitnesses,
}: Pick<PackParts, "productName" | "receipt" | "witnessed" | "hasWitnesses"> & {
  statement: { time: string };
}): Section[] {
  const { tokens = [], proof } = witnessed ?? {};
  if (!hasWitnesses || tokens.length > 0 || proof || isCosigned(given)) return [];
  const by = new Date(Date.parse(statement.time) + witnessedWithinMs);
  return [
    {
      title: "What is still to come",
      text: [
        `When this pack was made, no one outside ${productName} had seen this entry of the public log. External witnesses look at the log every hour. Download the pack again after ${plainTime(by)}: then it also contains what they confirm.`,
      ],
    },
  ];
}

/** True for a receipt whose checkpoint someone other than the log has signed. */
function isCosigned(receipt: string | undefined): boolean {
  const proof = receipt === undefined ? undefined : parseTlogProof(receipt);
  return (proof && parseNote(proof.checkpoint)?.signatures.length) !== 1;
}

/** The section about external witnesses of the log; nothing if there are none yet. */
export function witnessesSection({
  receipt: given,
  witnessed,
  log,
}: Pick<PackParts, "receipt" | "witnessed" | "log">): Section[] {
  const { tokens = [], proof, headers } = witnessed ?? {};
  if (given === undefined || (tokens.length === 0 && !proof)) return [];
  const { receipt, root, checkpointProof, checkpointHeaders } = partNames;
  const stamped = checkpointTokenNames.flatMap((name, at) => {
    const token = tokens[at];
    return token
      ? [
          `openssl ts -verify -token_in -in ${name} -data checkpoint -CAfile ${root} -attime ${toEpoch(token)}`,
          `openssl ts -reply -token_in -in ${name} -text`,
        ]
      : [];
  });
  const ofProof = proof
    ? ` The programs from opentimestamps.org read ${checkpointProof}: "ots verify ${checkpointProof}" names the Bitcoin block that contains it, once that block has been mined.`
    : "";
  const ofHeaders = headers
    ? ` ${checkpointHeaders} has the header of that block and those of the blocks after it, 80 bytes each; the last two commands show the hashes of the first and of the last one, which any block explorer knows.`
    : "";
  return [
    {
      title: "Who else has seen the public log?",
      text: [
        `The end of the receipt is a signed state of the public log. Others can confirm it without knowing what it attests; the first command writes it to a separate file.${stamped.length > 0 ? ' Another authority has timestamped it: openssl must answer "Verification: OK".' : ""}${ofProof}${ofHeaders}`,
      ],
      commands: [
        `(sed '1,/^$/d' ${receipt} | sed '/^$/q'; sed '1,/^$/d' ${receipt} | grep -F -e '— ${log.name} ') > checkpoint`,
        ...stamped,
        ...(headers ? ["head", "tail"].map((end) => showBlockHash(end, checkpointHeaders)) : []),
      ],
    },
  ];
}

/** The hash of the first (`head`) or last (`tail`) header in the notation of block explorers. */
const showBlockHash = (end: string, name: string) =>
  `${end} -c 80 ${name} | openssl dgst -sha256 -binary | openssl dgst -sha256 -binary | basenc --base16 | fold -w 2 | tac | tr -d '\\n'; echo`;

function originalSection({ original, originalToken, statement }: PackParts): Section[] {
  if (!original || !originalToken) return [];
  const inside = `original/${original.name}`;
  return [
    {
      title: "The original",
      text: ["Its container has the unchanged original and its timestamp."],
      commands: [
        `zipinfo -1 ${partNames.container}`,
        `unzip -o -q ${partNames.container} -d original`,
        checkSum(statement.original, inside),
        `openssl ts -verify -token_in -in original/META-INF/timestamp.tst -data ${quoted(inside)} -CAfile ${partNames.root} -attime ${toEpoch(originalToken)}`,
      ],
    },
  ];
}

function limitsSection({ productName }: PackParts): Section {
  return {
    title: "What this does not prove",
    text: [
      `${productName} did not check who owns the account, who wrote or owns the document, or whether the document is true. This is evidence of what existed when. It is not a copyright registration and not legal advice.`,
    ],
  };
}

/** The time of a token in seconds since 1970; certificates are checked as of that time, not as of today. */
export function toEpoch(token: Uint8Array): number {
  const time = wellFormed(() => {
    const { content } = readSignedData(withoutPadding(token));
    return content && readTstInfo(content)?.time;
  });
  if (!time) throw new Error("A timestamp of the pack cannot be read.");
  return Math.floor(time.getTime() / 1000);
}

/** The files of the pack, each explained in plain words. */
function filesSection({ productName, ...parts }: PackParts): Section {
  const { stamped, originalToken, stampedToken, receipt, checker } = parts;
  const list: [name: string, what: string, isMissing?: boolean][] = [
    [stamped.name, "the stamped copy"],
    [partNames.certificate, "the Certificate of Attestation"],
    [partNames.attestation, "what was attested, for people to read"],
    [partNames.signedAttestation, "the same with our signature, for programs (JWS)"],
    ...secondFilesIn(parts),
    [partNames.originalToken, "timestamp over the original (RFC 3161)", !originalToken],
    [partNames.stampedToken, "timestamp over the stamped copy (RFC 3161)", !stampedToken],
    [partNames.renewal, "timestamps that renew the proofs (RFC 4998)", !parts.renewal],
    [partNames.receipt, "receipt: proves that the attestation is in our public log", !receipt],
    [partNames.coseReceipt, "the same for programs that read COSE receipts (RFC 9942)", !parts.coseReceipt],
    [
      partNames.signedStatement,
      "the attestation and its receipt for programs that read SCITT statements (RFC 9943)",
      !parts.scitt,
    ],
    ...witnessFilesIn(parts),
    [partNames.container, "the original with its timestamp (ASiC-S)", !hasContainer(parts)],
    [partNames.root, "certificates for the timestamps and the seal"],
    [partNames.crl, "which certificates were revoked"],
    [partNames.declaration, "a form to fill in for use in court; not legal advice"],
    [partNames.checker, "checks all of this in a browser", !checker],
    [partNames.manifest, "list of all other files in this pack, with our signature (JWS)"],
  ];
  const present = list.filter(([, , isMissing]) => !isMissing);
  return {
    title: "What this pack contains",
    text: [
      present.map(([name, what]) => `- ${name}: ${what}`).join("\n"),
      `The person who gave you this pack could have made every file in it. So compare the first certificate in ${partNames.root} and the keys below with those that ${productName} publishes.`,
    ],
  };
}

export function witnessFilesIn({ witnessed }: Pick<PackParts, "witnessed">): [name: string, what: string][] {
  const { tokens = [], proof, headers } = witnessed ?? {};
  const stamped = "another authority's timestamp over the public log (RFC 3161)";
  const files: [name: string, what: string][] = tokens.flatMap((_, at) => {
    const name = checkpointTokenNames[at];
    return name === undefined ? [] : [[name, stamped]];
  });
  if (proof)
    files.push([partNames.checkpointProof, "proof that Bitcoin contains the public log (OpenTimestamps)"]);
  if (headers)
    files.push([
      partNames.checkpointHeaders,
      "headers of the Bitcoin block in that proof, and of those after it",
    ]);
  return files;
}

const hasContainer = ({ original, originalToken }: Pick<PackParts, "original" | "originalToken">) =>
  original !== undefined && originalToken !== undefined;

/** The files that other packs have and this one lacks; nothing if it has them all. */
function missingSection(parts: PackParts): Section[] {
  const { originalToken, stampedToken, receipt, checker } = parts;
  const missing = [
    ...(hasContainer(parts)
      ? []
      : ["the original: keep your own copy; its fingerprint shows that it is the right one"]),
    ...(originalToken ? [] : ["a timestamp over the original: none was made when this document was stamped"]),
    ...(stampedToken
      ? []
      : ["a timestamp over the stamped copy: none was made when this document was stamped"]),
    ...(receipt ? [] : ["a receipt from the public log: this document is not in it"]),
    ...(checker ? [] : [`${partNames.checker}, the page that checks files without a network`]),
  ];
  if (missing.length === 0) return [];
  const text = [missing.map((what) => `- ${what}`).join("\n"), "Everything below works without it."];
  return [{ title: "What this pack does not contain", text }];
}

const { receipt } = partNames;

/**
 * The section about the public log: its signature, the entry of `subject`, and the path from the entry to the signed
 * head, step by step as in RFC 9162, 2.1.3.2. Nothing without a receipt; throws for an unreadable one.
 */
export function logSection(
  { log, origin, receipt: given }: Pick<PackParts, "log" | "origin" | "receipt">,
  subject: { sha256: string; name: string },
): Section[] {
  if (given === undefined) return [];
  const { index, size } = placeIn(given);
  const published = `${origin.replace(/\/+$/, "")}/evidence/log`;
  const section = {
    title: "Is it in the public log?",
    text: [
      `The receipt ends with a signed state of the public log ${log.name}. Its key must be one of those at ${published}/vkeys: ${printVerifierKey(log)}. openssl must answer "Signature Verified Successfully".`,
      `Its entry is the SHA-256 of the salt in the receipt, ${subject.name}, and the signed statement. The hashes in the receipt lead from the entry to the signed state: the last command must say "The entry is in the log."`,
      `In the published log, the entry is number ${index}, counted from 0. If you are online, this command prints nothing if it is the same:\n${compareWithPublished(published, index, size)}`,
    ],
    commands: [
      publicKeyFile(log.publicKey, "log-key.pem"),
      `sed '1,/^$/d' ${receipt} | sed '/^$/,$d' > log-head.txt`,
      `sed '1,/^$/d' ${receipt} | grep -F -e ' ${log.name} ' | cut -d' ' -f3 | base64 -d | tail -c 64 > log-head.sig`,
      verifyEd25519("log-key.pem", "log-head.txt", "log-head.sig"),
      `(sed -n 's/^extra //p' ${receipt} | base64 -d; printf %s ${subject.sha256} | tr a-f A-F | basenc --base16 -d; cat attestation.payload) | ${hashInto("log-entry.bin")}`,
      `(printf '\\0'; cat log-entry.bin) | ${hashInto("node.bin")}`,
      ...wayUp(index, size),
      `[ "$(base64 node.bin)" = "$(sed -n 3p log-head.txt)" ] && echo "The entry is in the log."`,
    ],
  };
  return [section];
}

/** The index of the entry, and the size of the log in the receipt. */
function placeIn(given: string): { index: number; size: number } {
  const proof = parseTlogProof(given);
  const head = parseCheckpoint(parseNote(proof?.checkpoint ?? "")?.text ?? "");
  if (!proof || !head) throw new Error("The receipt of the pack cannot be read.");
  return { index: proof.index, size: head.size };
}

const hashInto = (file: string) => `openssl dgst -sha256 -binary > ${file}`;

/** Reads the hashes of the receipt one by one from its fourth line on; none if the entry is alone in the log. */
function wayUp(index: number, size: number): string[] {
  const sides = siblingSides(index, size);
  if (sides.length === 0) return [];
  const beside = `line=$((line + 1)); sed -n "\${line}p" ${receipt} | base64 -d > beside.bin`;
  const both =
    "if [ $side = left ]; then cat beside.bin node.bin; else cat node.bin beside.bin; fi > both.bin";
  const up = `(printf '\\1'; cat both.bin) | ${hashInto("node.bin")}`;
  return [`line=3; for side in ${sides.join(" ")}; do ${beside}; ${both}; ${up}; done`];
}

/** A bundle of entries (c2sp.org/tlog-tiles): each of ours has 32 bytes after a length of two bytes. */
function compareWithPublished(published: string, index: number, size: number): string {
  const tile = Math.floor(index / tileWidth);
  const width = Math.min(tileWidth, lengthOfLevel(size, "entries") - tile * tileWidth);
  const path = tilePath({ level: "entries", index: tile, width });
  const start = (index % tileWidth) * (2 + hashSize) + 2;
  return `curl -s ${published}/tile/${path} | tail -c +${start + 1} | head -c ${hashSize} | cmp - log-entry.bin`;
}
