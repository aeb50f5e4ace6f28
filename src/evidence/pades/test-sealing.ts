/** Test support: seals PDFs with keys made by openssl for the test, and checks the result with independent programs. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inFolder, runTool } from "../../formats/pdf/test-tools.ts";
import { appendSeal } from "./append-seal.ts";
import { fillSeal, type Signers } from "./fill-seal.ts";
import type { OpenSeal, OpenSignature, SealOptions } from "./seal.ts";

const openssl = (folder: string, command: string) => {
  const { code, text } = runTool("openssl", command.split(" "), folder);
  if (code !== 0) throw new Error(text);
};

const authority = `
[ca]
default_ca = root
[root]
database = index
serial = number
new_certs_dir = .
certificate = root.pem
private_key = root.key
default_md = sha256
default_crl_days = 30
[signer]
keyUsage = critical, digitalSignature, nonRepudiation
[tsa]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa_config]
serial = tsa-serial
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4
ess_cert_id_alg = sha256
`;

/** A folder with a root, a signer and a time-stamp authority: NAME.key, NAME.pem, NAME.der, and root.crl. */
export function makeAuthority(): string {
  const folder = mkdtempSync(join(tmpdir(), "sealing-"));
  for (const [name, content] of Object.entries({
    conf: authority,
    index: "",
    number: "01",
    "tsa-serial": "01",
  }))
    writeFileSync(join(folder, name), content);
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
  openssl(folder, `req -x509 ${key} -keyout root.key -out root.pem -subj /CN=Test-Root -days 30`);
  for (const name of ["signer", "tsa"]) {
    openssl(folder, `req -new ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=Test-${name}`);
    const issue = `-CA root.pem -CAkey root.key -CAcreateserial -days 20 -extfile conf -extensions ${name}`;
    openssl(folder, `x509 -req -in ${name}.csr -out ${name}.pem ${issue}`);
  }
  for (const name of ["root", "signer", "tsa"])
    openssl(folder, `x509 -in ${name}.pem -outform DER -out ${name}.der`);
  openssl(folder, "ca -config conf -name root -gencrl -out root.crl.pem");
  openssl(folder, "crl -in root.crl.pem -outform DER -out root.crl");
  return folder;
}

export function sealOptions(authority: string, changes: Partial<SealOptions> = {}): SealOptions {
  const base64 = (name: string) => readFileSync(join(authority, name)).toString("base64");
  return {
    subFilter: "ETSI.CAdES.detached",
    name: "Attestamp",
    time: Date.UTC(2026, 10, 20, 19, 11, 0),
    certificates: [base64("root.der")],
    crls: [base64("root.crl")],
    reserved: { seal: 2000, timeStamp: 2000 },
    paddings: [200],
    ...changes,
  };
}

/** Appends an unsigned seal to a file and calls `use` with both. */
export function withOpenSeal<Result>(
  pdf: Uint8Array,
  options: SealOptions,
  use: (path: string, open: OpenSeal) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "sealed-"));
  const path = join(folder, "file.pdf");
  writeFileSync(path, pdf);
  return use(path, appendSeal(path, options)).finally(() => rmSync(folder, { recursive: true }));
}

/** The finished file, both signatures made by openssl. */
export function sealed(
  pdf: Uint8Array,
  authority: string,
  changes: Partial<SealOptions> = {},
): Promise<Buffer> {
  return withOpenSeal(pdf, sealOptions(authority, changes), async (path, open) => {
    const { bytes, sha256 } = await fillSeal(path, open, opensslSigners(authority, path, open));
    const file = readFileSync(path);
    if (bytes !== file.length || sha256 !== sha256Of(file))
      throw new Error("The answer is not about this file.");
    return file;
  });
}

export function opensslSigners(authority: string, path: string, { seal, timeStamp }: OpenSeal): Signers {
  const signed = (open: OpenSignature, digest: Buffer, command: string) => {
    const content = coveredBy(readFileSync(path), open);
    if (sha256Of(content) !== digest.toString("hex")) throw new Error("The digest is of something else.");
    return inFolder(content, (folder) => {
      for (const part of command.split(" && ")) openssl(folder, part.replaceAll("@", `${authority}/`));
      return readFileSync(join(folder, "out"));
    });
  };
  return {
    seal: async (digest) =>
      signed(
        seal,
        digest,
        "cms -sign -binary -cades -md sha256 -signer @signer.pem -inkey @signer.key -outform DER -in in.pdf -out out",
      ),
    timeStamp: async (digest) =>
      signed(
        timeStamp,
        digest,
        "ts -query -data in.pdf -sha256 -cert -out query && ts -reply -config @conf -section tsa_config -queryfile query " +
          "-signer @tsa.pem -inkey @tsa.key -token_out -out out",
      ),
  };
}

/** The bytes covered by the signature. */
export function coveredBy(file: Buffer, { placeholder, covered }: OpenSignature): Buffer {
  return Buffer.concat([file.subarray(0, placeholder.start), file.subarray(placeholder.end, covered)]);
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The result of pdfsig for each signature, with only the test's root trusted. */
export function reports(file: Uint8Array, authority: string): string[] {
  return inFolder(file, (folder) => {
    const database = join(folder, "nss");
    mkdirSync(database);
    const root = join(authority, "root.pem");
    const tool = (args: string) => runTool("certutil", args.split(" "), folder);
    tool(`-N -d sql:${database} --empty-password`);
    tool(`-A -d sql:${database} -n root -t CT,C,C -a -i ${root}`);
    const { text } = runTool("pdfsig", ["-nssdir", `sql:${database}`, "in.pdf"], folder);
    return text.split(/^Signature #\d+:$/m).slice(1);
  });
}
