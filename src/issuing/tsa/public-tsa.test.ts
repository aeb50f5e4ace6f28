import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";

const type = { "content-type": "application/timestamp-query" };
const lease = new TextEncoder().encode("a lease");
const openssl = new OpensslFolder();
let ahead = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => Date.now() + ahead } });
});
afterAll(async () => {
  await server.stop();
  openssl.remove();
});

/** A request created by openssl. */
function queryFor(...options: string[]): Uint8Array<ArrayBuffer> {
  openssl.write("data", lease);
  openssl.run("ts", "-query", "-data", "data", "-out", "query", ...options);
  return openssl.read("query");
}

const post = (body: BodyInit, headers: Record<string, string> = type, origin = server.origin) =>
  fetch(`${origin}/evidence/tsa`, { method: "POST", headers, body });

async function fetchInto(name: string, path: string): Promise<Response> {
  const answer = await fetch(`${server.origin}${path}`);
  openssl.write(name, await answer.clone().bytes());
  return answer;
}

/** The reply as openssl prints it. */
async function readReply(answer: Response): Promise<string> {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/timestamp-reply"]);
  openssl.write("reply", await answer.bytes());
  return openssl.run("ts", "-reply", "-in", "reply", "-text").text;
}

test("anyone can get a file time-stamped with openssl, and check it with the published certificate", async () => {
  for (const options of [
    ["-sha256", "-cert"],
    ["-sha512", "-cert"],
    ["-sha256", "-cert", "-no_nonce"],
  ]) {
    const text = await readReply(await post(queryFor(...options)));
    expect(text).toContain("Status: Granted.");
    expect((await fetchInto("ca.pem", "/evidence/ca.pem")).status).toBe(200);
    for (const about of [
      ["-queryfile", "query"],
      ["-data", "data"],
    ]) {
      const check = openssl.run("ts", "-verify", ...about, "-in", "reply", "-CAfile", "ca.pem");
      expect(check.text).toContain("Verification: OK");
    }
  }
});

test("openssl reads the revocation list, and checks the certificate in a token against it", async () => {
  await fetchInto("ca.pem", "/evidence/ca.pem");
  const answer = await fetchInto("ca.crl", "/evidence/ca.crl");
  expect(answer.headers.get("content-type")).toBe("application/pkix-crl");
  expect(openssl.run("crl", "-inform", "DER", "-in", "ca.crl", "-CAfile", "ca.pem", "-noout").text).toBe(
    "verify OK\n",
  );
  openssl.run("crl", "-inform", "DER", "-in", "ca.crl", "-out", "crl.pem");
  await readReply(await post(queryFor("-sha256", "-cert")));
  openssl.run("ts", "-reply", "-in", "reply", "-token_out", "-out", "token");
  openssl.run("pkcs7", "-inform", "DER", "-in", "token", "-print_certs", "-out", "tsa.pem");
  const check = ["-crl_check_all", "-CRLfile", "crl.pem", "-CAfile", "ca.pem", "-purpose", "timestampsign"];
  expect(openssl.run("verify", "-x509_strict", ...check, "tsa.pem")).toEqual({
    code: 0,
    text: "tsa.pem: OK\n",
  });
});

test("an invalid request is answered with a rejection that openssl can read", async () => {
  for (const body of ["garbage", "", new Uint8Array(1000), queryFor("-sha256").slice(0, -1)]) {
    const text = await readReply(await post(body));
    expect(text).toContain("Status: Rejected.");
    expect(text).toContain("the data submitted has the wrong format");
  }
  expect(await readReply(await post(queryFor("-sha1")))).toContain("unrecognized or unsupported algorithm");
});

test("a body of another type, or one that is too large, is refused as on other routes", async () => {
  expect((await post("{}", { "content-type": "application/json" })).status).toBe(415);
  expect((await post(new Uint8Array(200 * 1024))).status).toBe(413);
});

test("requests from one address are rate-limited", async () => {
  const strict = await startTestServer({ config: { rateLimitFactor: 1 / 60 } });
  const query = queryFor("-sha256");
  const statuses = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await post(query, type, strict.origin)).status);
  expect(statuses).toEqual([200, 200, 429]);
  await strict.stop();
});

test("when the clock was set back behind an issued time, the answer is that the time is unavailable", async () => {
  const query = queryFor("-sha256", "-cert");
  expect(await readReply(await post(query))).toContain("Granted");
  ahead = -3_600_000;
  expect(await readReply(await post(query))).toContain("the TSA's time source is not available");
  ahead = 0;
  expect(await readReply(await post(query))).toContain("Granted");
});
