import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { describePolicy, writePracticeStatement } from "../../issuing/policy/practice-statement.ts";
import {
  answerTimeStampQuery,
  crlDer,
  crlDerAt,
  crlsPem,
  rootCertificatePem,
} from "../../issuing/tsa/public-tsa.service.ts";
import { acceptedRootsPem } from "../../issuing/tsa/trust-anchors.service.ts";
import { callerAddress } from "./address.ts";
import { readBytes } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";

const query = "application/timestamp-query";
const reply = "application/timestamp-reply";
const pem = { "Content-Type": "application/x-pem-file", "Cache-Control": "public, max-age=300" };

/** POST /evidence/tsa: the public time-stamp authority (RFC 3161, 3.4). */
export function answerTimeStamps(
  deps: Pick<
    Deps,
    "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "authority" | "externalTsas"
  >,
): Handler<HttpEnv> {
  return async (c) => {
    const request = await readBytes(c.req.raw, query);
    const forwardedFor = c.req.header("x-forwarded-for");
    const address = callerAddress(c.env.address, forwardedFor, deps.config.trustProxy);
    const answer = await answerTimeStampQuery(deps, request, address);
    return c.body(Uint8Array.from(answer), 200, { "Content-Type": reply, "Cache-Control": "no-store" });
  };
}

/** GET /evidence/ca.pem: the root certificate, followed by earlier ones. */
export function serveRootCertificate(deps: Pick<Deps, "authority">): Handler<HttpEnv> {
  return (c) => c.body(rootCertificatePem(deps), 200, pem);
}

/** GET /evidence/tsa-roots.pem: the roots of all external authorities that were ever accepted. */
export function serveAcceptedRoots(deps: Pick<Deps, "db">): Handler<HttpEnv> {
  return async (c) => c.body(await acceptedRootsPem(deps), 200, pem);
}

/** GET /evidence/ca-crls.pem: the revocation lists of all roots. */
export function serveCrls(deps: Pick<Deps, "authority">): Handler<HttpEnv> {
  return (c) => c.body(crlsPem(deps), 200, pem);
}

const pkixCrl = { "Content-Type": "application/pkix-crl", "Cache-Control": "public, max-age=300" };

/** GET /evidence/ca.crl: the revocation list of the current root. */
export function serveCrl(deps: Pick<Deps, "authority">): Handler<HttpEnv> {
  return (c) => c.body(Uint8Array.from(crlDer(deps)), 200, pkixCrl);
}

/** GET /evidence/ca/:file: the revocation list that certificates name, of the current root or an earlier one. */
export function serveNamedCrl(deps: Pick<Deps, "authority">): Handler<HttpEnv> {
  return (c) => c.body(Uint8Array.from(crlDerAt(deps, c.req.path)), 200, pkixCrl);
}

type PolicyDeps = Pick<Deps, "config" | "authority">;
const policyFacts = ({ config, authority }: PolicyDeps) => ({
  config,
  authority,
  operatorContact: config.supportEmail,
});

/** GET /evidence/policy.json: the policy in our tokens and the facts behind it. */
export function servePolicy(deps: PolicyDeps): Handler<HttpEnv> {
  return (c) => c.json(describePolicy(policyFacts(deps)), 200, { "Cache-Control": "public, max-age=300" });
}

/** GET /evidence/policy.txt: the practice statement of our time-stamp authority. */
export function servePracticeStatement(deps: PolicyDeps): Handler<HttpEnv> {
  return (c) =>
    c.text(writePracticeStatement(policyFacts(deps)), 200, { "Cache-Control": "public, max-age=300" });
}
