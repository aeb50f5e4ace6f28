import { afterAll, beforeEach, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { testAuthority } from "../../evidence/test-pki.ts";
import { makeTimeStampToken, type TokenFacts } from "../../evidence/tsp/authority.ts";
import { makeTimeStampRequest, parseTimeStampRequest } from "../../evidence/tsp/request.ts";
import { makeTsaCertificate } from "../../evidence/x509/make-certificate.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { integer, sequence } from "../../formats/der/write.ts";
import { createLogger } from "../../platform/logger.ts";
import { answeringWith, type Behavior, granted, startExternalTsa } from "../../testing/test-external-tsa.ts";
import { externalRoots } from "./external-roots.ts";
import { ExternalTsas } from "./external-tsas.ts";
import { computeImprint } from "./tsa.ts";

const digest = createHash("sha256").update("a lease").digest();
const known = testAuthority("Known");
const strange = testAuthority("Strange");
const first = startExternalTsa();
const second = startExternalTsa();
afterAll(() => {
  first.stop();
  second.stop();
});

let told: { level: number; authority: string; error?: string }[];
let ahead: number;
beforeEach(() => {
  told = [];
  ahead = 0;
  for (const { state } of [first, second]) Object.assign(state, { behavior: undefined, asked: 0 });
});

const roots = externalRoots(encodePem("CERTIFICATE", known.root.certificate) + first.root + second.root);
const witnesses = (...urls: string[]) => witnessesWithin({ one: 60_000, all: 100_000 }, ...urls);
function witnessesWithin(timeoutMs: { one: number; all: number }, ...urls: string[]): ExternalTsas {
  const log = createLogger("info", { write: (line: string) => told.push(JSON.parse(line)) });
  const now = () => Date.now() + ahead;
  return new ExternalTsas({ urls, roots, now, log, timeoutMs });
}

const authorityOf = (answer: Awaited<ReturnType<ExternalTsas["timeStamp"]>>) =>
  typeof answer === "string" ? answer : answer.authority;

const engine = (own: Partial<TokenFacts> = {}, changed?: (query: Uint8Array) => Uint8Array): Behavior =>
  answeringWith({ signer: known.tsa, ...own }, changed);

function nonceIn(query: Uint8Array): bigint {
  const request = parseTimeStampRequest(query);
  return ("error" in request ? undefined : request.nonce) ?? 0n;
}

const expired = makeTsaCertificate(
  {
    serial: randomBytes(16),
    organization: "Known",
    commonName: "Expired",
    notBefore: new Date("2026-01-01T00:00:00Z"),
    notAfter: new Date("2026-01-02T00:00:00Z"),
    privateKey: known.tsa.privateKey,
  },
  known.root,
);
const withExpiredCertificate: Behavior = (query) => {
  const facts = { time: new Date(), serial: randomBytes(16), accuracyMs: 1_000 };
  const token = makeTimeStampToken(
    { imprint: computeImprint(digest), nonce: nonceIn(query), wantsCertificate: true },
    { ...facts, signer: { ...known.tsa, certificate: expired } },
  );
  return granted(sequence(sequence(integer(0)), token));
};

test("the first authority that answers is used, and every answer belongs to its own request", async () => {
  const all = witnesses(first.url, second.url);
  for (const answer of await Promise.all([all.timeStamp(digest), all.timeStamp(digest)]))
    expect(answer).toMatchObject({ authority: "Test-tsa", outside: true });
  expect([first.state.asked, second.state.asked, told]).toEqual([2, 0, []]);
});

const tokens: Record<string, [Behavior, string]> = {
  "repeats another nonce": [
    engine({}, (query) => makeTimeStampRequest(computeImprint(digest), nonceIn(query) ^ 1n)),
    "wrong-nonce",
  ],
  "is about another file": [
    engine({}, (query) => makeTimeStampRequest(computeImprint(randomBytes(32)), nonceIn(query))),
    "wrong-imprint",
  ],
  "signs with a certificate for something else": [engine({ signer: known.seal }), "wrong-purpose"],
  "says no": [engine({}, () => new Uint8Array(3)), "refused"],
  "leads to an unknown root": [engine({ signer: strange.tsa }), "untrusted"],
  "has a certificate that has expired": [withExpiredCertificate, "outside-validity"],
  "answers with an error page": [() => new Response("oh no", { status: 500 }), "HTTP status 500"],
  "sends us elsewhere": [() => Response.redirect(second.url), "UnexpectedRedirect"],
  "answers with anything": [() => granted(randomBytes(500)), "malformed"],
  "never answers": [() => new Promise(() => {}), "TimeoutError"],
  "begins and never ends": [
    () => new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(9)) })),
    "TimeoutError",
  ],
  "answers with 10 MB": [() => granted(new Uint8Array(10 * 1024 * 1024)), "a reply of more than 12288 bytes"],
};

for (const [what, [behavior, error]] of Object.entries(tokens))
  test(`an authority that ${what} is reported to the operator, skipped for a minute, and the next one is asked`, async () => {
    first.state.behavior = behavior;
    let questions = 0;
    const timeouts = {
      /** Short for the first request only: a slow openssl on a busy machine gets more time. */
      get one() {
        questions += 1;
        return error === "TimeoutError" && questions === 1 ? 2_000 : 60_000;
      },
      all: 100_000,
    };
    const all = witnessesWithin(timeouts, first.url, second.url);
    for (let round = 0; round < 3; round += 1)
      expect(authorityOf(await all.timeStamp(digest))).toBe("Test-tsa");
    expect([first.state.asked, second.state.asked]).toEqual([1, 3]);
    expect(told).toMatchObject([{ level: 40, authority: first.host, error: expect.stringMatching(error) }]);
    ahead = 61_000;
    first.state.behavior = engine({ time: new Date(Date.now() + ahead) });
    expect(authorityOf(await all.timeStamp(digest))).toBe("Known TSA, Known");
  });

test("an unreachable address is treated as a missing authority", async () => {
  const all = witnesses("http://user:secret@127.0.0.1:9/tsa");
  expect(await all.timeStamp(digest)).toBe("none");
  expect(all.names).toEqual(["127.0.0.1:9"]);
  expect(told).toMatchObject([{ authority: "127.0.0.1:9", error: "ECONNREFUSED" }]);
  expect(JSON.stringify(told)).not.toContain("secret");
});

test("however many authorities do not respond, only the first token waits, and only once for all of them", async () => {
  first.state.behavior = () => new Promise(() => {});
  const urls = ["/1", "/2", "/3", "/4"].map((path) => `${first.url}${path}`);
  const all = witnessesWithin({ one: 60_000, all: 500 }, ...urls);
  expect(await all.timeStamp(digest)).toBe("none");
  expect(first.state.asked).toBeLessThanOrEqual(1);
});

test("when one authority's clock contradicts ours, another one decides; without another one, nothing is issued", async () => {
  first.state.behavior = engine({ time: new Date(Date.now() + 600_000) });
  expect(authorityOf(await witnesses(first.url, second.url).timeStamp(digest))).toBe("Test-tsa");
  expect(told).toMatchObject([{ level: 50, authority: first.host, driftMs: expect.any(Number) }]);
  expect(await witnesses(first.url).timeStamp(digest)).toBe("contradicted");
  second.state.behavior = () => new Response("", { status: 503 });
  expect(await witnesses(first.url, second.url).timeStamp(digest)).toBe("contradicted");
});

test("the server does not start with an unreadable certificate in the settings", () => {
  const damaged = first.root.replace(/\n.{20}/, "\nAAAA");
  expect(() => externalRoots(first.root + damaged)).toThrow(
    "TSA_ROOTS: one of the certificates cannot be read.",
  );
  expect(() => externalRoots(undefined)).not.toThrow();
});
