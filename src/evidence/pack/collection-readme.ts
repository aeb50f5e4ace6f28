import { fileNumber } from "../../formats/sha256sums.ts";
import { withoutQuotes } from "../../formats/text/quoted-name.ts";
import { statedText } from "../../formats/text/stated-text.ts";
import { verifyPage } from "../../formats/verify-url.ts";
import { deriveListSalt, treeDepth } from "../ers/hash-tree.ts";
import { partNames } from "../part-names.ts";
import { plainTime } from "../verifier/text.ts";
import { type CollectionPackParts, maxRecordsInPack } from "./collection-pack-parts.ts";
import {
  awaitedSection,
  describeClient,
  logSection,
  manifestSection,
  sayWhen,
  secondFilesIn,
  secondSection,
  statementSection,
  toEpoch,
  witnessesSection,
  witnessFilesIn,
} from "./readme.ts";
import { printSection, type Section } from "./readme-section.ts";
import { renewalSection } from "./renewal-section.ts";

/**
 * The README in the evidence pack of a collection. Its commands need openssl 3, unzip and the GNU core utilities, and
 * run from top to bottom in the folder where the pack was unpacked.
 */
export function writeCollectionReadme(parts: CollectionPackParts): string {
  const sections = [
    introductionSection(parts),
    filesSection(parts),
    ownFilesSection(),
    listSection(parts),
    timeStampSection(parts),
    ...recordSection(parts),
    ...renewalSection(parts),
    statementSection(parts),
    ...secondSection(parts),
    manifestSection(parts),
    ...logSection(parts, { sha256: parts.statement.root, name: "the root of the hash tree" }),
    ...witnessesSection(parts),
    ...awaitedSection(parts),
    limitsSection(parts),
  ];
  return `${sections.map(printSection).join("\n\n")}\n`;
}

const countFiles = ({ files }: CollectionPackParts["statement"]) =>
  files === 1 ? "1 file" : `${files} files`;

function introductionSection({
  productName,
  statement,
  timeZone,
  origin,
  checker,
}: CollectionPackParts): Section {
  const page = verifyPage(origin, statement.serial);
  const easyWay = checker
    ? `open ${partNames.checker} in a browser, online or offline, and drop this pack on it together with any of your files. Or open\n${page}`
    : `open\n${page}`;
  return {
    title: `Evidence for ${statement.serial}`,
    text: [
      `${productName} attested the collection "${withoutQuotes(statedText(statement.name))}" of ${countFiles(statement)} on ${plainTime(new Date(statement.time), "en", timeZone)}, by ${productName}'s own clock${describeClient(statement)}. It received their fingerprints, not the files. This folder has everything you need to check that, even without us; the files themselves are yours to keep.`,
      `The easy way: ${easyWay}\nand drop any of the files on it.`,
      "The hard way: run the commands below. They use well-known programs that we did not write: openssl 3, unzip and the GNU core utilities (basenc, sha256sum), which are available on every Linux system. Unpack the pack into an empty folder, open a terminal there, and run the commands from top to bottom.",
    ],
  };
}

function filesSection({ productName, ...parts }: CollectionPackParts): Section {
  const list: [name: string, what: string, isMissing?: boolean][] = [
    [partNames.certificate, "the Certificate of Attestation"],
    [partNames.sums, "the fingerprints of all files, for sha256sum"],
    [partNames.attestation, "what was attested, for people to read, and the secret of the hash tree"],
    [partNames.signedAttestation, "what was attested with our signature, for programs (JWS)"],
    ...secondFilesIn(parts),
    [partNames.rootToken, "timestamp over the root of the hash tree (RFC 3161)"],
    [
      partNames.records,
      "an evidence record for each file, which proves it without the others (RFC 4998)",
      parts.statement.files > maxRecordsInPack,
    ],
    [partNames.renewal, "timestamps that renew the proofs (RFC 4998)", !parts.renewal],
    [partNames.receipt, "receipt: proves that the attestation is in our public log", !parts.receipt],
    [partNames.coseReceipt, "the same for programs that read COSE receipts (RFC 9942)", !parts.coseReceipt],
    [
      partNames.signedStatement,
      "the attestation and its receipt for programs that read SCITT statements (RFC 9943)",
      !parts.scitt,
    ],
    ...witnessFilesIn(parts),
    [partNames.root, "certificates for the timestamps and the seal"],
    [partNames.crl, "which certificates were revoked"],
    [partNames.checker, "checks all of this in a browser", !parts.checker],
    [partNames.manifest, "list of all other files in this pack, with our signature (JWS)"],
  ];
  const present = list.filter(([, , isMissing]) => !isMissing);
  return {
    title: "What this pack contains",
    text: [
      present.map(([name, what]) => `- ${name}: ${what}`).join("\n"),
      `This pack lists the fingerprints of all files. To prove one file to someone and nothing about the others, give away only that file, its evidence record and ${partNames.signedAttestation}.${whereRecordsAre(parts)}`,
      `The person who gave you this pack could have made every file in it. So compare the first certificate in ${partNames.root} and the keys below with those that ${productName} publishes.`,
    ],
  };
}

function whereRecordsAre({ statement, checker }: Pick<CollectionPackParts, "statement" | "checker">): string {
  if (statement.files <= maxRecordsInPack) return "";
  const page = checker ? `open ${partNames.checker} with this pack and the file, and save it, or ` : "";
  return ` With so many files, the records would make this pack ten times as large, so it has none. To get one, ${page}run: attestamp verify PACK.zip FILE --records FOLDER`;
}

function ownFilesSection(): Section {
  return {
    title: "Are my files unchanged?",
    text: [
      `Copy ${partNames.sums} into the folder with your files and run this there. Every line must end with: OK\nsha256sum --check ${partNames.sums}`,
    ],
  };
}

function listSection({ secret, statement }: CollectionPackParts): Section {
  const salt = Buffer.from(deriveListSalt(secret)).toString("hex").toUpperCase();
  return {
    title: "Is the list the attested one?",
    text: [
      `The statement contains the SHA-256 of a salt and ${partNames.sums}. The command must say "The list is the attested one."`,
    ],
    commands: [
      `[ "$( (printf %s ${salt} | basenc --base16 -d; cat ${partNames.sums}) | sha256sum | cut -c1-64)" = ${statement.list} ] && echo "The list is the attested one."`,
    ],
  };
}

function timeStampSection(parts: CollectionPackParts): Section {
  const { token, statement } = parts;
  const { root, rootToken, crl } = partNames;
  return {
    title: "When did the files exist?",
    text: [
      sayWhen(parts, [token]),
      'The timestamp is over the root of the hash tree. openssl must answer "Verification: OK"; the next command shows its time. The last command must say "verify OK". It shows the list of revoked certificates.',
    ],
    commands: [
      `openssl ts -verify -token_in -in ${rootToken} -digest ${statement.root} -CAfile ${root} -attime ${toEpoch(token)}`,
      `openssl ts -reply -token_in -in ${rootToken} -text`,
      `openssl crl -inform DER -in ${crl} -CAfile ${root} -noout -text`,
    ],
  };
}

/** By hand for the first file: the record's hashes, joined in ascending order, lead from the file to the root. */
function recordSection({ files, statement }: CollectionPackParts): Section[] {
  const [first] = files;
  if (!first || statement.files > maxRecordsInPack) return [];
  const record = `records/${fileNumber(0, files.length)}.ers`;
  const hashes = `openssl asn1parse -inform DER -in ${record} | sed -n 's/.*OCTET STRING.*DUMP]://p' | head -n ${treeDepth(files.length) + 2}`;
  const join = `printf '%s\\n' "$node" "$next" | LC_ALL=C sort | tr -d '\\n' | basenc --base16 -d | sha256sum | cut -c1-64 | tr a-f A-F`;
  return [
    {
      title: "Does a file belong to that root?",
      text: [
        'Any program for evidence records (RFC 4998) checks this, for example Bouncy Castle. By hand, for the first file: its fingerprint is one of the first two hashes in its record, and the hashes lead to the root. The last two commands must say "The record is of this file." and "It leads to the root."',
      ],
      commands: [
        `unzip -o -q ${partNames.records} -d records`,
        `${hashes} | head -n 2 | grep -qi ${first.sha256} && echo "The record is of this file."`,
        `[ "$(${hashes} | (read node; while read next; do node=$(${join}); done; echo $node))" = ${statement.root.toUpperCase()} ] && echo "It leads to the root."`,
      ],
    },
  ];
}

function limitsSection({ productName }: CollectionPackParts): Section {
  return {
    title: "What this does not prove",
    text: [
      `${productName} has not seen the files, and did not check who owns the account, who made or owns the files, or whether what they show is true. This is evidence of what existed when. It is not a copyright registration and not legal advice.`,
    ],
  };
}
