import { AppError } from "../errors.ts";
import type { Certificate } from "../evidence/x509/certificate.ts";
import { verifyChain } from "../evidence/x509/chain.ts";
import type { Crl } from "../evidence/x509/crl.ts";
import type { Signer } from "../evidence/x509/key-pair.ts";
import { currentCrl, revokeStolen } from "./authority-crl.ts";
import { AuthorityFiles, type AuthorityKey, type AuthorityRole } from "./authority-files.ts";
import { type AuthorityIdentity, makeRootKey, makeServingKey } from "./make-authority-key.ts";

/** What time-stamps and seals are signed with, and what is published so that they can be checked. */
export type AuthorityKeys = {
  tsa: Signer;
  seal: Signer;
  root: Certificate;
  crl: Crl;
  /** Certificates of keys that sign no more. */
  retired: Certificate[];
};

/**
 * The authority's keys under DATA_DIR/keys. The first start makes them, the root first; a set that a crash left
 * half made is finished. Where a token or seal was issued already, a missing file is an AppError and not a new
 * key: under a new root everything so far would look like a stranger's. So is a key that cannot serve now. The
 * revocation list is renewed when it is a day old.
 */
export function loadAuthorityKeys(
  dataDir: string,
  identity: AuthorityIdentity,
  now: Date,
  hasIssued: () => boolean,
): AuthorityKeys {
  const files = new AuthorityFiles(dataDir);
  const found = {
    root: files.read("root"),
    tsa: files.read("tsa"),
    seal: files.read("seal"),
    crl: files.readCrl(),
  };
  const missing = [
    ...(found.root ? [] : [files.pathOf("root")]),
    ...(found.tsa ? [] : [files.pathOf("tsa")]),
    ...(found.seal ? [] : [files.pathOf("seal")]),
    ...(found.crl ? [] : [files.crlPath]),
  ];
  const hasLostRoot = !found.root && missing.length < 4;
  if (missing.length > 0 && (hasLostRoot || hasIssued())) throw missingFiles(missing);
  const root = found.root ?? files.write("root", makeRootKey(identity, now));
  const tsa = found.tsa ?? files.write("tsa", makeServingKey("tsa", root, identity, now));
  const seal = found.seal ?? files.write("seal", makeServingKey("seal", root, identity, now));
  const crl = currentCrl(files, root, now);
  checkServing(files.pathOf("tsa"), "time-stamping", tsa, root, crl, now);
  checkServing(files.pathOf("seal"), "sealing", seal, root, crl, now);
  return { tsa, seal, root: root.parsed, crl, retired: files.retired() };
}

/** The revocation list, made anew when it is a day old; for a server that runs on. AppError without the root. */
export function renewCrl(dataDir: string, now: Date): Crl {
  const files = new AuthorityFiles(dataDir);
  return currentCrl(files, requireRoot(files), now);
}

/**
 * A new key and certificate under the same root. The old certificate goes to keys/retired; its private key is
 * gone. When it was `stolen`, the old certificate is revoked, and with it all that it signed. When it was only
 * `replaced`, it is not put on the list, since many programs take anything on it for bad from the beginning. A
 * server that runs takes the new key at its next start. AppError without the root.
 */
export function rotateAuthorityKey(
  dataDir: string,
  role: Exclude<AuthorityRole, "root">,
  identity: AuthorityIdentity,
  now: Date,
  why: "replaced" | "stolen",
): void {
  const files = new AuthorityFiles(dataDir);
  const root = requireRoot(files);
  const old = files.read(role)?.parsed;
  if (old) files.retire(role, old);
  // Before the new key: after a crash between the two the old one is revoked and no server starts with it.
  if (old && why === "stolen") revokeStolen(files, root, old.serialNumber, now);
  files.write(role, makeServingKey(role, root, identity, now));
}

function requireRoot(files: AuthorityFiles): AuthorityKey {
  const root = files.read("root");
  if (!root) throw missingFiles([files.pathOf("root")]);
  return root;
}

function missingFiles(paths: string[]): AppError {
  return new AppError("internal", `Missing: ${paths.join(", ")}. Restore from a backup.`);
}

/** A key with which nothing could be issued that others accept stops the start. */
function checkServing(
  path: string,
  purpose: "time-stamping" | "sealing",
  { parsed }: AuthorityKey,
  root: AuthorityKey,
  crl: Crl,
  now: Date,
): void {
  const question = { certificate: parsed, purpose, others: [], roots: [root.parsed], at: now, crls: [crl] };
  const verdict = verifyChain(question);
  if (!("fault" in verdict)) return;
  const [from, until] = [parsed.notBefore, parsed.notAfter].map((time) => time.toISOString());
  const reasons: Record<typeof verdict.fault, string> = {
    untrusted: "does not belong to root.pem: restore both from the same backup.",
    "wrong-purpose": "is for another purpose: restore it from a backup.",
    "outside-validity": `is valid from ${from} until ${until}, and it is ${now.toISOString()}: set the clock, or make a new key.`,
    revoked: "is revoked: make a new key.",
    "revocation-unknown": "cannot be held against root.crl: restore both from the same backup.",
  };
  throw new AppError("internal", `${path} ${reasons[verdict.fault]}`);
}
