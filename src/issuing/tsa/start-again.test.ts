import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSignedData } from "../../evidence/cms/signed-data.ts";
import { makeTimeStampRequest } from "../../evidence/tsp/request.ts";
import { tokenOfReply, verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { readCrl } from "../../evidence/x509/crl.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { computeImprint } from "./tsa.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const digest = createHash("sha256").update("a lease").digest();
const files = ["root.pem", "tsa.pem", "seal.pem", "root.crl"];
const keyFile = (name: string) => join(dataDir, "keys", name);

/** The evidence that one run of the server issues: a token, and what is needed to check it. */
async function run(config: { origin?: string } = {}) {
  const server = await startTestServer({ config: { dataDir, ...config } });
  const bytes = async (path: string, init?: RequestInit) =>
    (await fetch(`${server.origin}/evidence/${path}`, init)).bytes();
  const body = Uint8Array.from(makeTimeStampRequest(computeImprint(digest), 1n << 63n));
  const headers = { "content-type": "application/timestamp-query" };
  const reply = tokenOfReply(await bytes("tsa", { method: "POST", headers, body }));
  const pem = new TextDecoder().decode(await bytes("ca.pem"));
  const crl = readCrl(await bytes("ca.crl"));
  await server.stop();
  if ("error" in reply) throw new Error(reply.error);
  return { token: reply.token, pem, crl };
}

type Run = Awaited<ReturnType<typeof run>>;

/** The expected result for one run's token, checked with the certificate and list of another. */
function checkToken({ token }: Run, { pem, crl }: Run): string {
  const roots = decodePem("CERTIFICATE", pem).map(readCertificate);
  const check = verifyTimeStampToken(token, { imprint: computeImprint(digest), roots, crls: [crl] });
  return "error" in check ? check.error : "valid";
}

/** The command's output without the advice to make a backup. */
async function rotate(...words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../main.ts"), "keys", ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return said
    .join("")
    .trim()
    .replace(/\nPlease make a backup now .*$/, "");
}

test("a restart keeps the keys, so earlier documents still verify with what is published now", async () => {
  const before = await run();
  const after = await run();
  expect([after.pem, checkToken(before, after), checkToken(after, before)]).toEqual([
    before.pem,
    "valid",
    "valid",
  ]);
});

test("without root.pem the server refuses to start, and says what to do", async () => {
  await run();
  rmSync(keyFile("root.pem"));
  await expect(run()).rejects.toThrow(`Missing: ${keyFile("root.pem")}. Restore from a backup.`);
});

test("even when the whole authority is gone and only another person has a token, no new authority replaces it", async () => {
  await run();
  for (const name of files) rmSync(keyFile(name));
  await expect(run()).rejects.toThrow(`Missing: ${files.map(keyFile).join(", ")}. Restore from a backup.`);
  expect(readdirSync(join(dataDir, "keys")).filter((name) => files.includes(name))).toEqual([]);
});

test("a replaced key signs nothing more, and what it signed stays valid", async () => {
  const before = await run();
  const old = readFileSync(keyFile("tsa.pem"), "utf8");
  expect(await rotate("rotate", "tsa")).toBe(
    "There is a new tsa key. Please restart the server: until then, it keeps using the old one.",
  );
  expect(readFileSync(keyFile("tsa.pem"), "utf8")).not.toBe(old);
  const after = await run();
  expect([checkToken(before, after), checkToken(after, before)]).toEqual(["valid", "valid"]);
});

test("the time-stamps of a stolen key no longer prove anything by themselves", async () => {
  const before = await run();
  expect(await rotate("rotate", "tsa", "--stolen")).toContain(
    "The old certificate is revoked. A timestamp of the old key now counts only where something else shows",
  );
  const after = await run();
  expect([checkToken(before, after), checkToken(after, after)]).toEqual(["revoked", "valid"]);
});

test("the operator can say when a key was stolen, and later that it was earlier", async () => {
  await run();
  expect(await rotate("rotate", "seal", "--since", "2020-06-01T10:00+02:00")).toEndWith(
    "The old certificate is revoked. Seals that a timestamp shows to be older than the theft stay valid; no others do.",
  );
  const since = async () =>
    (await run()).crl.revocations.map(({ invalidSince }) => invalidSince?.toISOString());
  expect(await since()).toEqual(["2020-06-01T08:00:00.000Z"]);
  const [, serialNumber = ""] = /serial number ([0-9a-f]+)$/.exec(replacedSeal(await rotate("list"))) ?? [];
  await rotate("revoke", serialNumber, "--since", "2020-05-31");
  expect(await since()).toEqual(["2020-05-31T00:00:00.000Z"]);
});

const replacedSeal = (list: string) =>
  list.split("\n").find((line) => line.includes("replaced") && line.includes("Seal")) ?? "";

test("a time of theft that makes no sense is refused, and no key is replaced", async () => {
  await run();
  const old = readFileSync(keyFile("seal.pem"), "utf8");
  for (const time of ["yesterday", "2026-02-31T10:00Z", "2026-11-28T10:00"])
    expect(await rotate("rotate", "seal", "--since", time)).toContain("A time is a day");
  expect(await rotate("rotate", "seal", "--since", "9999-01-01")).toContain("is in the future");
  expect(await rotate("rotate", "root", "--since", "2020-01-01")).toContain(
    "--since is only for tsa, seal and attestation",
  );
  expect(await rotate("rotate", "witness", "--since", "2020-01-01")).toContain("cannot be revoked");
  expect(readFileSync(keyFile("seal.pem"), "utf8")).toBe(old);
});

test("a new root is published along with the previous one, and both vouch for what was signed under them", async () => {
  const before = await run();
  expect(await rotate("rotate", "root")).toStartWith("There is a new root key. Please restart the server");
  const after = await run();
  expect(decodePem("CERTIFICATE", after.pem).slice(1)).toEqual(decodePem("CERTIFICATE", before.pem));
  expect([checkToken(before, after), checkToken(after, after), checkToken(after, before)]).toEqual([
    "valid",
    "valid",
    "untrusted",
  ]);
});

test("a certificate names the revocation list of its own root, which stays there after a new root", async () => {
  const origin = "https://stamps.example.org";
  const before = await run({ origin });
  const [, path = ""] = listAddress.exec(distributionPoint(before)) ?? [];
  const named = async () => {
    const server = await startTestServer({ config: { dataDir } });
    const answer = await fetch(`${server.origin}${path}`);
    const bytes = await answer.bytes();
    await server.stop();
    return answer.status === 200 ? readCrl(bytes) : answer.status;
  };
  const list = await named();
  expect(typeof list === "object" && checkToken(before, { ...before, crl: list })).toBe("valid");
  await rotate("rotate", "root");
  const last = await named();
  expect(typeof last === "object" && checkToken(before, { ...before, crl: last })).toBe("valid");
  // The command made these keys with its own ORIGIN, on this machine, where no one else could get the list.
  expect(distributionPoint(await run({ origin }))).not.toMatch(listAddress);
  rmSync(dataDir, { recursive: true });
  expect(await named()).toBe(404);
});

const listAddress = /https:\/\/stamps\.example\.org(\/evidence\/ca\/[0-9a-f]+\.crl)/;

/** Where the certificate in a token says that its revocation list is, according to openssl. */
function distributionPoint({ token }: Run): string {
  const [signer] = readSignedData(token).certificates;
  const args = ["x509", "-noout", "-ext", "crlDistributionPoints"];
  const { stdout } = Bun.spawnSync(["openssl", ...args, "-inform", "DER"], {
    stdin: Uint8Array.from(signer?.bytes ?? []),
  });
  return stdout.toString();
}

test("after a restart the server no longer vouches for anything under a stolen root", async () => {
  const before = await run();
  expect(await rotate("rotate", "root", "--stolen")).toContain("is trusted anymore");
  const after = await run();
  expect([checkToken(before, after), checkToken(after, after)]).toEqual(["untrusted", "valid"]);
});

test("a new attestation key is published along with the old one, and keys that were not rotated in are not", async () => {
  const published = async () => {
    const server = await startTestServer({ config: { dataDir } });
    const answer = await fetch(`${server.origin}/.well-known/jwks.json`);
    const { keys } = z.object({ keys: z.array(z.object({ kid: z.string() })) }).parse(await answer.json());
    await server.stop();
    return keys.map(({ kid }) => kid);
  };
  const [old = ""] = await published();
  expect(await rotate("rotate", "attestation")).toEndWith(
    "can still be verified with their receipts from the public log, which record pages and evidence packs contain.",
  );
  copyFileSync(keyFile("witness.jwk"), keyFile("2026.jwk"));
  const [current = "", ...rest] = await published();
  expect([rest, current === old]).toEqual([[old], false]);
  const said = (await rotate("list")).split("\n");
  expect(said.slice(0, 2)).toEqual([`attestation  ${current}`, `             replaced: ${old}`]);
  expect(said.at(-1)).toBe(`not used     ${keyFile("2026.jwk")}`);
  expect(said.find((line) => line.startsWith("tsa"))).toMatch(
    /Attestamp Time-Stamping Authority \(localhost\), Attestamp, until \d{4}-\d\d-\d\d, serial number [0-9a-f]+$/,
  );
});

test("when something cannot be rotated or revoked, a message says what to do instead", async () => {
  for (const words of ["rotate", "rotate tree", "rotate tsa stolen", "revoke tree", "list all"])
    expect(await rotate(...words.split(" "))).toMatch(/^error: .*\nUsage: .* keys (rotate|revoke|list) /);
  expect(await rotate("rotate", "log")).toContain("A log is identified by its key");
  expect(await rotate("rotate", "attestation", "--stolen")).toContain(
    `restore ${keyFile("attestation.jwk")} from a backup`,
  );
  expect(await rotate("rotate", "seal")).toBe(`Missing: ${keyFile("root.pem")}. Restore from a backup.`);
  expect(readdirSync(dataDir)).toEqual([]);
});
