import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attestationIn, checkAttestation } from "../../evidence/attestation.ts";
import { parseJson, parseJws } from "../../evidence/jws.ts";
import { readJwks } from "../../evidence/read-jwks.ts";
import { signJws } from "../../evidence/sign-attestation.ts";
import { parseSigningKey } from "../../evidence/signing-key.ts";
import { type Evidence, noEvidence } from "../../evidence/verifier/evidence.ts";
import { overallVerdict } from "../../evidence/verifier/report.ts";
import { readTrust } from "../../evidence/verifier/trust.ts";
import { verifyFiles } from "../../evidence/verifier/verify-files.ts";
import { rotateSigningKey, toNumericDate } from "../../platform/keys/keys.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, type TestOverrides, type TestServer } from "../../testing/test-server.ts";
import { updateAttestationKeys } from "./attestation-keys.service.ts";

setDefaultTimeout(600_000);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const keyPath = () => join(dataDir, "keys/attestation.jwk");

/** Runs the server over the same data folder, as after a restart. */
async function withServer<T>(work: (server: TestServer) => Promise<T>, deps: TestOverrides["deps"] = {}) {
  const server = await startWorkingServer({ config: { dataDir }, deps });
  await updateAttestationKeys(server.deps, true);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function attest(server: TestServer) {
  const person = await newPerson(server);
  const document = await processFile(person, (await uploadFile(person)).id);
  const { body } = await person.get(`/api/verify/${document.serialNumber}`);
  const { attestation = "", receipt = "" } = body as Record<string, string>;
  return { attestation, receipt };
}
const publishedKeys = async ({ origin }: TestServer) =>
  readJwks(await (await fetch(`${origin}/.well-known/jwks.json`)).text())?.keys ?? [];

/** The verdict on the original of this statement, known by its fingerprint, by what the server publishes. */
async function verdictOn(server: TestServer, attestation: string, known: Partial<Evidence> = {}) {
  const text = async (path: string) => (await fetch(`${server.origin}${path}`)).text();
  const trust = readTrust({
    name: "Attestamp",
    ca: await text("/evidence/ca.pem"),
    stampCa: "",
    crl: "",
    jwks: await text("/.well-known/jwks.json"),
    vkeys: await text("/evidence/log/vkeys"),
  });
  const sha256 = Buffer.from(attestationIn(attestation).original).toString("hex");
  const evidence = { ...noEvidence, attestations: [attestation], ...known };
  const [report] = verifyFiles([{ name: "file", sha256 }], evidence, trust, new Date(server.deps.now()));
  return report && overallVerdict(report);
}

/** What a thief with a copy of the key signs about a file that the service never saw. */
function forge(genuine: string, stolenKey: string, facts: object = {}): string {
  const { kid, jwk } = parseSigningKey(stolenKey);
  const original = createHash("sha256").update("A deed.").digest("hex");
  const statement = parseJson(parseJws(genuine)?.payload ?? new Uint8Array()) as object;
  const payload = new TextEncoder().encode(JSON.stringify({ ...statement, original, ...facts }));
  return signJws({ alg: "EdDSA", kid }, payload, { kid, jwk });
}

async function rotate(...words: string[]): Promise<string> {
  const main = join(import.meta.dir, "../../main.ts");
  const child = Bun.spawn([process.execPath, main, "keys", "rotate", "attestation", ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return said.join("");
}

test("a stolen attestation key ends at an entry of the log: what it signed counts only with an earlier receipt [threat V9]", async () => {
  const old = await withServer(attest);
  const stolenKey = readFileSync(keyPath(), "utf8");
  expect(await rotate("--stolen", "--since", "2026-11-20")).toContain("counts only with a receipt");
  await withServer(async (server) => {
    const [current, ended] = await publishedKeys(server);
    expect(ended).toMatchObject({
      kid: parseSigningKey(stolenKey).kid,
      log_size: 1,
      revoked: { revoked_at: Date.parse("2026-11-20") / 1000, reason: "compromised" },
    });
    expect(ended?.exp).toBeGreaterThanOrEqual(current?.iat ?? Number.NaN);
    expect(current).not.toHaveProperty("exp");

    const forged = forge(old.attestation, stolenKey);
    const receipts = [old.receipt];
    expect(await verdictOn(server, old.attestation, { receipts })).toBe("claimed");
    expect(await verdictOn(server, old.attestation)).toBe("indeterminate");
    expect(await verdictOn(server, forged)).toBe("indeterminate");
    expect(await verdictOn(server, forged, { receipts })).toBe("failed");

    const fresh = await attest(server);
    expect(await verdictOn(server, fresh.attestation)).toBe("claimed");
  });
});

test("an attestation key that was replaced as planned ends at the next start, too", async () => {
  const old = await withServer(attest);
  await rotate();
  await withServer(async (server) => {
    const [, ended] = await publishedKeys(server);
    expect(ended).toMatchObject({ log_size: 1 });
    expect(ended).not.toHaveProperty("revoked");
    expect(await verdictOn(server, old.attestation, { receipts: [old.receipt] })).toBe("claimed");
    expect(await verdictOn(server, old.attestation)).toBe("indeterminate");
  });
});

test("a server that shares its keys uses a new one within the hour, and the old one ends once no server can use it", async () => {
  let time = Date.now();
  const deps = { now: () => time, node: { id: "one", isAlone: false } };
  await withServer(async (server) => {
    const before = await attest(server);
    const old = server.deps.signingKeys.current.kid;
    const kidOf = ({ attestation }: { attestation: string }) => parseJws(attestation)?.header.kid;
    rotateSigningKey(dataDir, "attestation", time);
    const until = await attest(server);
    expect([before, until].map(kidOf)).toEqual([old, old]);
    time += hourMs;
    await updateAttestationKeys(server.deps);
    const after = await attest(server);
    expect(kidOf(after)).not.toBe(old);
    const ended = async () => (await publishedKeys(server)).find(({ kid }) => kid === old);
    expect(await ended()).not.toHaveProperty("log_size");
    for (const { attestation, receipt } of [before, until])
      expect(await verdictOn(server, attestation, { receipts: [receipt] })).toBe("claimed");
    time += 2 * hourMs;
    await updateAttestationKeys(server.deps);
    expect(await ended()).toMatchObject({ log_size: 3 });
    await updateAttestationKeys(server.deps);
    for (const { attestation, receipt } of [before, until, after])
      expect(await verdictOn(server, attestation, { receipts: [receipt] })).toBe("claimed");
  }, deps);
});

test("keys of earlier versions, which have no dates, are not older than the first root or certificate", async () => {
  const genuine = await withServer(attest);
  rotateSigningKey(dataDir, "attestation");
  const withoutDates = (path: string) => {
    const { iat, exp, ...rest } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, `${JSON.stringify(rest)}\n`);
    return rest;
  };
  const kid = parseJws(genuine.attestation)?.header.kid;
  withoutDates(join(dataDir, `keys/retired/attestation-${kid}.jwk`));
  withoutDates(keyPath());
  await withServer(async (server) => {
    const keys = await publishedKeys(server);
    const born = toNumericDate(server.deps.authority.root.notBefore.getTime());
    expect(keys.map(({ iat }) => iat)).toEqual([born, born]);
    expect(keys[1]).toMatchObject({ log_size: 1, exp: expect.any(Number) });
    expect(await verdictOn(server, genuine.attestation, { receipts: [genuine.receipt] })).toBe("claimed");
    const early = forge(genuine.attestation, readFileSync(keyPath(), "utf8"), {
      time: "2001-01-01T05:00:00Z",
    });
    expect(checkAttestation(early, { keys })).toHaveProperty("attestation");
    expect(await verdictOn(server, early)).toBe("failed");
  });
  // A root that was stolen is not published anymore: its time still counts.
  const child = Bun.spawnSync(
    [process.execPath, join(import.meta.dir, "../../main.ts"), "keys", "rotate", "root", "--stolen"],
    { env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir } },
  );
  expect(child.exitCode).toBe(0);
  const tomorrow = () => Date.now() + 3 * dayMs;
  await withServer(
    async (server) => {
      expect(await verdictOn(server, genuine.attestation, { receipts: [genuine.receipt] })).toBe("claimed");
    },
    { now: tomorrow },
  );
});
