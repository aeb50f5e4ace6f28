import { afterAll, expect, test } from "bun:test";
import { getFile, openssl, removeFiles, written } from "../test-pki.ts";
import { readCertificate } from "../x509/certificate.ts";
import { decodePem } from "../x509/pem.ts";
import { makeTimeStampRequest } from "./request.ts";
import { computeImprint, file } from "./test-tokens.ts";
import { tokenOfReply, verifyTimeStampToken } from "./token.ts";

afterAll(removeFiles);

const nonce = 0x0123_4567_89ab_cdefn;

/** An authority made and run only by openssl: a root and a time-stamping certificate below it. */
function opensslAuthority(name: string, newKey: string[]) {
  const config = getFile(`
[req]
distinguished_name = dn
prompt = no
[dn]
O = Elsewhere
CN = ${name}
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[tsa]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`);
  const make = (file: string, section: string, ...signed: string[]) => {
    const output = ["-keyout", `${file}.key`, "-out", `${file}.pem`];
    const { ok, text } = openssl(
      ...["req", "-x509", "-nodes", "-days", "30", "-config", config, "-extensions", section],
      ...newKey,
      ...signed,
      ...output,
    );
    if (!ok) throw new Error(text);
    const [der = new Uint8Array()] = decodePem(
      "CERTIFICATE",
      new TextDecoder().decode(written(`${file}.pem`)),
    );
    return readCertificate(der);
  };
  const root = make(`${name}-root`, "root", "-subj", `/O=Elsewhere/CN=${name} Root`);
  make(name, "tsa", "-CA", `${name}-root.pem`, "-CAkey", `${name}-root.key`);
  return {
    root,
    reply(hash: string, certificateIdHash: string): Uint8Array {
      const own = getFile(`
[tsa]
default_tsa = one
[one]
serial = ${getFile("01")}
signer_cert = ${name}.pem
signer_key = ${name}.key
signer_digest = ${hash}
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1, millisecs:500, microsecs:100
ordering = yes
tsa_name = yes
ess_cert_id_alg = ${certificateIdHash}
`);
      const request = makeTimeStampRequest(computeImprint(file), nonce);
      const { ok, text } = openssl(
        ...["ts", "-reply", "-config", own, "-queryfile", request, "-out", `${name}.tsr`],
      );
      if (!ok) throw new Error(text);
      return written(`${name}.tsr`);
    },
  };
}

test.each([
  ["rsa", ["-newkey", "rsa:2048", "-sha256"]],
  ["p256", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-sha256"]],
  ["p384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384", "-sha384"]],
])("tokens of an openssl authority with a %s key are valid", (name, newKey) => {
  const authority = opensslAuthority(name, newKey);
  for (const [hash = "", certificateIdHash = ""] of [
    ["sha256", "sha256"],
    ["sha512", "sha512"],
    ["sha256", "sha1"],
  ]) {
    const granted = tokenOfReply(authority.reply(hash, certificateIdHash));
    const token = "token" in granted ? granted.token : new Uint8Array();
    const expected = { imprint: computeImprint(file), nonce, roots: [authority.root] };
    expect(verifyTimeStampToken(token, expected)).toEqual({
      timeStamp: {
        time: expect.any(Date),
        accuracyMs: 1501,
        serialNumber: expect.any(BigInt),
        policy: "1.2.3.4",
        isStatedQualified: false,
        authority: `${name}, Elsewhere`,
        root: `${name} Root, Elsewhere`,
        chain: [expect.anything(), authority.root],
      },
    });
    expect(verifyTimeStampToken(token, { ...expected, roots: [] })).toEqual({ error: "untrusted" });
    const changed = token.slice();
    changed[token.length - 40] = (changed[token.length - 40] ?? 0) ^ 1;
    expect(verifyTimeStampToken(changed, expected)).toEqual({ error: "forged" });
  }
});
