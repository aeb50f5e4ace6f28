import { AppError } from "../../errors.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { verifyChain } from "../../evidence/x509/chain.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";
import { isSignedByNatively } from "../../evidence/x509/signed-natively.ts";
import type { AuthorityRole } from "./key-names.ts";
import { type AuthorityIdentity, makeRootKey, makeServingKey } from "./make-pki-key.ts";
import { currentCrl } from "./pki-crl.ts";
import { PkiFiles, type PkiKey } from "./pki-files.ts";

/** The keys for time-stamps and seals, and the published data that verifies their signatures. */
export type PkiKeys = {
  tsa: Signer;
  seal: Signer;
  root: Certificate;
  /** Roots that were replaced, and still certify what was signed under them. */
  formerRoots: Certificate[];
  crl: Crl;
  /** The last revocation list of each of them. */
  lastCrls: Crl[];
};

export type ServingRole = Exclude<AuthorityRole, "root">;

/**
 * The authority's keys in DATA_DIR/keys. The first start creates them, the root first; a set that a crash left
 * incomplete or half replaced is completed. If a token or seal was issued already, a missing file is an AppError, since
 * under a new root everything so far would look like a stranger's. A key that cannot be used now is an AppError too.
 * The revocation list is renewed if it is a day old.
 */
export function loadPkiKeys(
  dataDir: string,
  identity: AuthorityIdentity,
  now: Date,
  hasIssued: () => boolean,
): PkiKeys {
  const files = new PkiFiles(dataDir);
  files.makeFolders();
  const found = files.read("root");
  const missing = [
    ...(found ? [] : [files.getPath("root")]),
    ...(files.read("tsa") ? [] : [files.getPath("tsa")]),
    ...(files.read("seal") ? [] : [files.getPath("seal")]),
    ...(files.readCrl() ? [] : [files.crlPath]),
  ];
  const hasLostRoot = !found && missing.length < 4;
  if (missing.length > 0 && (hasLostRoot || hasIssued())) throw missingFiles(missing);
  const root = found ?? files.write("root", makeRootKey(identity, now, 1));
  const { tsa, seal, crl } = finishSet(files, root, identity, now);
  checkServing(files.getPath("tsa"), "time-stamping", tsa, root, crl, now);
  checkServing(files.getPath("seal"), "sealing", seal, root, crl, now);
  return { tsa, seal, root: root.parsed, crl, ...readFormerRoots(files, root) };
}

/**
 * The keys under a root: existing ones are kept, missing ones are created, and those under an earlier root are
 * replaced.
 */
export function finishSet(files: PkiFiles, root: PkiKey, identity: AuthorityIdentity, now: Date) {
  return {
    tsa: servingKey(files, "tsa", root, identity, now),
    seal: servingKey(files, "seal", root, identity, now),
    crl: currentCrl(files, root, now),
  };
}

function servingKey(
  files: PkiFiles,
  role: ServingRole,
  root: PkiKey,
  identity: AuthorityIdentity,
  now: Date,
): PkiKey {
  const found = files.read(role);
  const { certificate } = root;
  const isOfEarlier =
    found && files.earlierRoots(certificate).some((one) => isSignedByNatively(found.parsed, one.publicKey));
  if (found && !isOfEarlier) return found;
  if (found) files.retire(role, found.parsed);
  return files.write(role, makeServingKey(role, root, identity, now));
}

/** A root whose key was stolen is excluded: its key can sign for any time. */
function readFormerRoots(files: PkiFiles, root: PkiKey): Pick<PkiKeys, "formerRoots" | "lastCrls"> {
  const stolen = new Set(files.stolenRoots().map(({ serialNumber }) => serialNumber));
  const formerRoots = files
    .earlierRoots(root.certificate)
    .filter(({ serialNumber }) => !stolen.has(serialNumber));
  const lastCrls = files
    .lastCrls()
    .filter((crl) => formerRoots.some((one) => isSignedByNatively(crl, one.publicKey)));
  return { formerRoots, lastCrls };
}

/** The revocation list, renewed if it is a day old; for a running server. Throws AppError without the root. */
export function renewCrl(dataDir: string, now: Date): Crl {
  const files = new PkiFiles(dataDir);
  return currentCrl(files, requireRoot(files), now);
}

export function requireRoot(files: PkiFiles): PkiKey {
  const root = files.read("root");
  if (!root) throw missingFiles([files.getPath("root")]);
  files.makeFolders();
  return root;
}

function missingFiles(paths: string[]): AppError {
  return new AppError("internal", "pki-key-missing", "Missing: {paths}. Restore from a backup.", {
    params: { paths: paths.join(", ") },
  });
}

/** The server does not start with a key whose signatures others would reject. */
function checkServing(
  path: string,
  purpose: "time-stamping" | "sealing",
  { parsed }: PkiKey,
  root: PkiKey,
  crl: Crl,
  now: Date,
): void {
  const known = { others: [], roots: [root.parsed], crls: [crl], check: isSignedByNatively };
  const question = { certificate: parsed, purpose, at: now, ...known };
  const verdict = verifyChain(question);
  if (!("error" in verdict)) return;
  const [from, until] = [parsed.notBefore, parsed.notAfter].map((time) => time.toISOString());
  const reasons: Record<typeof verdict.error, string> = {
    untrusted: "does not belong to root.pem: restore both from the same backup.",
    "wrong-purpose": "is for another purpose: restore it from a backup.",
    "outside-validity": `is valid from ${from} until ${until}, but it is ${now.toISOString()} now: set the clock, or create a new key with keys rotate.`,
    revoked: "is revoked: create a new key with keys rotate.",
    "revocation-unknown": "cannot be checked against root.crl: restore both from the same backup.",
  };
  throw new AppError("internal", "pki-key-invalid", "{path} {reason}", {
    params: { path, reason: reasons[verdict.error] },
  });
}
