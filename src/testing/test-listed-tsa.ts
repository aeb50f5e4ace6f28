/** Test support: an external authority below an issuing CA, with the revocation lists that its certificates name. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "../formats/pdf/test-tools.ts";
import { granted } from "./test-external-tsa.ts";

const config = (origin: string) => `
[ca]
default_ca = any
[any]
database = index
default_md = sha256
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[issuing]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
crlDistributionPoints = URI:${origin}/root.crl
[tsa]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
crlDistributionPoints = URI:${origin}/issuing.crl
[tsa_config]
serial = tsa-serial
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4
ess_cert_id_alg = sha256
`;

/** Starts the authority; its certificates and lists are in force for twenty years. */
export function startListedTsa() {
  const folder = mkdtempSync(join(tmpdir(), "listed-tsa-"));
  const openssl = (command: string) => {
    const { code, text } = runTool("openssl", command.split(" "), folder);
    if (code !== 0) throw new Error(text);
  };
  const state = { asked: [] as string[], servesLists: true };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      state.asked.push(pathname);
      if (request.method === "GET")
        return state.servesLists
          ? new Response(readFileSync(join(folder, pathname.slice(1))))
          : new Response("", { status: 503 });
      writeFileSync(join(folder, "query"), await request.bytes());
      openssl(
        "ts -reply -config conf -section tsa_config -queryfile query -signer tsa.pem -inkey tsa.key -chain issuing.pem -out reply",
      );
      return granted(readFileSync(join(folder, "reply")));
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  for (const [name, content] of Object.entries({ conf: config(origin), index: "", "tsa-serial": "01" }))
    writeFileSync(join(folder, name), content);
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
  const lifetime = "-days 7300 -config conf";
  for (const [name, issuer] of [["root"], ["issuing", "root"], ["tsa", "issuing"]]) {
    const signed = issuer ? ` -CA ${issuer}.pem -CAkey ${issuer}.key` : "";
    openssl(
      `req -x509 ${key} -keyout ${name}.key -out ${name}.pem -subj /CN=Listed-${name} ${lifetime} -extensions ${name}${signed}`,
    );
  }
  for (const name of ["root", "issuing"]) {
    openssl(
      `ca -config conf -gencrl -crldays 7200 -keyfile ${name}.key -cert ${name}.pem -out ${name}.crl.pem`,
    );
    openssl(`crl -in ${name}.crl.pem -outform DER -out ${name}.crl`);
  }
  const read = (name: string) => readFileSync(join(folder, name));
  return {
    url: `${origin}/tsa`,
    root: read("root.pem").toString(),
    issuing: read("issuing.pem").toString(),
    lists: { root: new Uint8Array(read("root.crl")), issuing: new Uint8Array(read("issuing.crl")) },
    state,
    stop() {
      server.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
