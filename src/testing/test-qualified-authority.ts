/** Test support: a qualified time-stamp authority, and a trust file with the trusted list that has it. */
import { testAuthority } from "../evidence/test-pki.ts";
import { printTrustFile } from "../evidence/trust-lists/print-trust-file.ts";
import { readTrustedList } from "../evidence/trust-lists/read-trusted-list.ts";
import {
  grantedService,
  printList,
  qualifiedAuthority,
  qualifiedToken,
  signList,
} from "../evidence/trust-lists/test-trusted-lists.ts";
import { replyWith } from "../evidence/tsp/authority.ts";
import { parseTimeStampRequest } from "../evidence/tsp/request.ts";
import { readCertificate } from "../evidence/x509/certificate.ts";
import { encodePem } from "../evidence/x509/pem.ts";
import { type Behavior, granted } from "./test-external-tsa.ts";

/** A qualified authority that says the time. */
export const answeringQualified =
  ({ tsa }: Pick<ReturnType<typeof qualifiedAuthority>, "tsa">): Behavior =>
  (query) => {
    const request = parseTimeStampRequest(query);
    if ("error" in request) throw new Error(request.error);
    const { imprint, nonce } = request;
    const content = { time: new Date(), ...(nonce !== undefined && { nonce }) };
    return granted(replyWith(qualifiedToken(tsa, imprint, content)));
  };

/** Starts one on its own port. */
export function startQualifiedTsa() {
  const authority = qualifiedAuthority();
  const scheme = testAuthority("Scheme");
  const answer = answeringQualified(authority);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => answer(await request.bytes()),
  });
  const services = [grantedService(authority.tsa.certificate)];
  const list = signList(printList({ services, nextUpdate: "2120-01-01T00:00:00Z" }), scheme.seal.privateKey);
  const read = readTrustedList(list, [{ ...readCertificate(scheme.seal.certificate), territories: ["ES"] }]);
  if ("error" in read) throw new Error(read.error);
  return {
    url: `http://127.0.0.1:${server.port}/`,
    root: encodePem("CERTIFICATE", authority.root.certificate),
    trustFile: printTrustFile([read.list]),
    stop: () => server.stop(true),
  };
}
