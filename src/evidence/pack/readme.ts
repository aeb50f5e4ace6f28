import { verifyPage } from "../../formats/certificate/verify-url.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { statedText } from "../../formats/text/stated-text.ts";
import { decodeBase64url } from "../base64url.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { tokenIn } from "../seal/tokens-in-signatures.ts";
import { withoutQuotes } from "../stated-name.ts";
import { readTstInfo } from "../tsp/tst-info.ts";
import { plainTime } from "../verifier/sentences.ts";
import { ownSignatures } from "./own-signatures.ts";
import type { PackParts } from "./pack-parts.ts";
import { checkpointTokenNames, partNames } from "./part-names.ts";
import { filesOf, missingIn } from "./readme-contents.ts";
import { logOf } from "./readme-log.ts";
import { printSection, type Section } from "./readme-section.ts";
import { checkSum, covered, publicKeyFile, quoted, signatureValue, verifyEd25519 } from "./shell.ts";

/**
 * The pack's README: what each file is, in plain words, and commands with this document's own values, each a line
 * behind four blanks. They need openssl 3, qpdf, unzip and the GNU core utilities, and run from top to bottom in the
 * folder into which the pack was unpacked.
 */
export function writeReadme(parts: PackParts): string {
  const sections = [
    introduction(parts),
    filesOf(parts),
    ...missingIn(parts),
    fingerprints(parts),
    timeStamps(parts),
    ...sealOf(parts),
    statementOf(parts),
    everyFile(parts),
    ...logOf(parts),
    ...witnessesOf(parts),
    ...originalOf(parts),
    limits(parts),
  ];
  return `${sections.map(printSection).join("\n\n")}\n`;
}

function introduction({ productName, statement, origin, checker }: PackParts): Section {
  const page = verifyPage(origin, statement.serial);
  const easyWay = checker
    ? `open ${partNames.checker} in a browser, with or without a network, and drop this pack on it, or the stamped copy, the certificate or any time-stamp from it. Or open\n${page}`
    : `open\n${page}\nand drop any of the files on it.`;
  return {
    title: `Evidence for ${statement.serial}`,
    text: [
      `${productName} stamped the document "${withoutQuotes(statedText(statement.name))}" on ${plainTime(new Date(statement.time))}, by ${productName}'s own clock${clientOf(statement)}. This folder holds everything that is needed to prove that, also without us.`,
      `The easy way: ${easyWay}`,
      "The hard way is below: commands of well-known programs, which have nothing to do with us. They need openssl 3, qpdf, unzip and the GNU core utilities (basenc, sha256sum), which every Linux has or offers. Unpack the pack into an empty folder, open a terminal there, and run them from top to bottom.",
    ],
  };
}

const clientOf = ({ client }: PackParts["statement"]) =>
  client
    ? `, for an account calling itself "${withoutQuotes(statedText(client))}" (as stated by the account, not checked)`
    : "";

function fingerprints({ statement, stamped }: PackParts): Section {
  return {
    title: "Is the stamped copy unchanged?",
    text: ["Its fingerprint (SHA-256) must be the attested one. The answer must end with: OK"],
    commands: [checkSum(statement.stamped, stamped.name)],
  };
}

function timeStamps({ statement, stamped, stampedToken, originalToken }: PackParts): Section {
  const { root } = partNames;
  const ofStamped = stampedToken && [
    `openssl ts -verify -token_in -in ${partNames.stampedToken} -data ${quoted(stamped.name)} -CAfile ${root} -attime ${epochOf(stampedToken)}`,
    `openssl ts -reply -token_in -in ${partNames.stampedToken} -text`,
  ];
  const ofOriginal = originalToken && [
    `openssl ts -verify -token_in -in ${partNames.originalToken} -digest ${statement.original} -CAfile ${root} -attime ${epochOf(originalToken)}`,
    `openssl ts -reply -token_in -in ${partNames.originalToken} -text`,
  ];
  const ofRevoked = `openssl crl -inform DER -in ${partNames.crl} -CAfile ${root} -noout -text`;
  const revoked = `The last command says "verify OK" of the list of revoked certificates, and what is on it.`;
  const text =
    'A time-stamp must answer "Verification: OK"; the command behind it shows its time. That of the original is checked by its fingerprint alone.';
  return {
    title: "Since when do the files exist?",
    text: ofStamped || ofOriginal ? [`${text} ${revoked}`] : [revoked],
    commands: [...(ofStamped ?? []), ...(ofOriginal ?? []), ofRevoked],
  };
}

/** The two signatures of a sealed PDF; nothing for a picture. */
function sealOf({ stamped, statement }: PackParts): Section[] {
  const own = ownSignatures(stamped);
  if (!own) return [];
  const { name } = stamped;
  const { seal, stamp } = own;
  const sealedAt = tokenIn(seal);
  const { root } = partNames;
  const commands = [
    `qpdf --check ${quoted(name)}`,
    covered(name, seal.gap, seal.end, "sealed.bin"),
    signatureValue(name, seal.gap, "seal.der"),
    `openssl cms -verify -inform DER -in seal.der -content sealed.bin -binary -purpose any -CAfile ${root} -attime ${sealedAt ? epochOf(sealedAt) : Math.floor(Date.parse(statement.time) / 1000)} -out /dev/null`,
    covered(name, stamp.gap, stamp.end, "stamped.bin"),
    signatureValue(name, stamp.gap, "stamp.der"),
    `openssl ts -verify -token_in -in stamp.der -data stamped.bin -CAfile ${root} -attime ${epochOf(stamp.contents)}`,
  ];
  const text =
    'The stamped copy is sealed: PDF readers show it, too. These commands cut the seal and what it covers out of the file. openssl must answer "CMS Verification successful" and "Verification: OK".';
  return [{ title: "The seal inside the stamped copy", text: [text], commands }];
}

function statementOf({ key, signedStatement, origin }: PackParts): Section {
  const payload = signedStatement.split(".")[1] ?? "";
  const [jws, signed, signature] = [partNames.signedAttestation, "attestation.signed", "attestation.sig"];
  return {
    title: "Who vouches for it?",
    text: [
      `The attestation is signed with our key ${key.kid}. Compare it with ${origin.replace(/\/+$/, "")}/.well-known/jwks.json, where it stands as ${key.x}. openssl must answer "Signature Verified Successfully"; the last command shows what was signed.`,
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

function everyFile({ signer: { key } }: PackParts): Section {
  const { manifest } = partNames;
  return {
    title: "Is every file in here as we made it?",
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

/** What anybody outside gave about the log; nothing before anybody did. */
function witnessesOf({ receipt: given, witnessed, log }: PackParts): Section[] {
  const { tokens = [], proof } = witnessed ?? {};
  if (given === undefined || (tokens.length === 0 && !proof)) return [];
  const { receipt, root, checkpointProof } = partNames;
  const stamped = checkpointTokenNames.flatMap((name, at) => {
    const token = tokens[at];
    return token
      ? [
          `openssl ts -verify -token_in -in ${name} -data checkpoint -CAfile ${root} -attime ${epochOf(token)}`,
          `openssl ts -reply -token_in -in ${name} -text`,
        ]
      : [];
  });
  const ofProof = proof
    ? ` ${checkpointProof} is read by the programs of opentimestamps.org: "ots verify ${checkpointProof}" says in which block of Bitcoin it stands, once that was mined.`
    : "";
  return [
    {
      title: "Who outside has seen that log?",
      text: [
        `What the log signed at the end of the receipt is a file of its own for others, who know nothing of this document.${stamped.length > 0 ? ' An outside authority has time-stamped it: openssl must answer "Verification: OK".' : ""}${ofProof}`,
      ],
      commands: [
        `(sed '1,/^$/d' ${receipt} | sed '/^$/q'; sed '1,/^$/d' ${receipt} | grep -F -e '— ${log.name} ') > checkpoint`,
        ...stamped,
      ],
    },
  ];
}

function originalOf({ original, originalToken, statement }: PackParts): Section[] {
  if (!original || !originalToken) return [];
  const inside = `original/${original.name}`;
  return [
    {
      title: "The original",
      text: ["It stands unchanged in its container, beside its time-stamp."],
      commands: [
        `zipinfo -1 ${partNames.container}`,
        `unzip -o -q ${partNames.container} -d original`,
        checkSum(statement.original, inside),
        `openssl ts -verify -token_in -in original/META-INF/timestamp.tst -data ${quoted(inside)} -CAfile ${partNames.root} -attime ${epochOf(originalToken)}`,
      ],
    },
  ];
}

function limits({ productName }: PackParts): Section {
  return {
    title: "What this does not prove",
    text: [
      `${productName} did not examine who the account belongs to, who wrote or owns the document, or whether what it says is true. This is evidence of what existed when. It is not a copyright registration and not legal advice.`,
    ],
  };
}

/** The time of a token in seconds since 1970; certificates are judged for it, not for today. */
function epochOf(token: Uint8Array): number {
  const time = wellFormed(() => {
    const { content } = readSignedData(withoutPadding(token));
    return content && readTstInfo(content)?.time;
  });
  if (!time) throw new Error("A time-stamp of the pack cannot be read.");
  return Math.floor(time.getTime() / 1000);
}
