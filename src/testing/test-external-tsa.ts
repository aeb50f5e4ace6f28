/** Test support: an external time-stamp authority, run by openssl, that can be told to misbehave. */
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAuthority } from "../evidence/pades/test-sealing.ts";
import { answerTimeStampRequest, type TokenFacts } from "../evidence/tsp/authority.ts";
import { runTool } from "../formats/pdf/test-tools.ts";

type Body = Uint8Array<ArrayBuffer>;
export type Behavior = (query: Body) => Response | Promise<Response>;

export const granted = (reply: Uint8Array) =>
  new Response(Uint8Array.from(reply), { headers: { "content-type": "application/timestamp-reply" } });

/** Our own engine as an external authority, which says the time, unless `facts` or a changed query make it lie. */
export const answeringWith =
  (
    facts: Partial<TokenFacts> & Pick<TokenFacts, "signer">,
    changed = (query: Uint8Array) => query,
  ): Behavior =>
  (query) => {
    const honest = { time: new Date(), serial: randomBytes(16), accuracyMs: 1_000 };
    return granted(answerTimeStampRequest(changed(query), { ...honest, ...facts }).reply);
  };

export type ExternalServer = ReturnType<typeof startExternalTsa>;

/** A meaningless certificate slightly larger than this size. */
function writeLargeCertificate(folder: string, bytes: number): void {
  const comment = `nsComment=${"x".repeat(bytes)}`;
  const key = "-x509 -key tsa.key -subj /CN=Large -days 30 -out large.pem";
  const { code, text } = runTool("openssl", ["req", ...key.split(" "), "-addext", comment], folder);
  if (code !== 0) throw new Error(text);
}

/**
 * Starts an authority on its own port. With `behavior` undefined, openssl answers correctly, with tokens that are
 * `extraBytes` larger than necessary.
 */
export function startExternalTsa() {
  const folder = makeAuthority();
  const openssl: Behavior = (query) => {
    writeFileSync(join(folder, "query"), query);
    if (state.extraBytes > 0) writeLargeCertificate(folder, state.extraBytes);
    const signer = `-signer tsa.pem -inkey tsa.key${state.extraBytes > 0 ? " -chain large.pem" : ""}`;
    const command = `ts -reply -config conf -section tsa_config -queryfile query ${signer} -out reply`;
    const { code, text } = runTool("openssl", command.split(" "), folder);
    if (code !== 0) throw new Error(text);
    return granted(readFileSync(join(folder, "reply")));
  };
  const state: { behavior: Behavior | undefined; asked: number; extraBytes: number } = {
    behavior: undefined,
    asked: 0,
    extraBytes: 0,
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    async fetch(request) {
      state.asked += 1;
      return (state.behavior ?? openssl)(await request.bytes());
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/tsa`,
    host: `127.0.0.1:${server.port}`,
    root: readFileSync(join(folder, "root.pem"), "utf8"),
    state,
    stop() {
      server.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
