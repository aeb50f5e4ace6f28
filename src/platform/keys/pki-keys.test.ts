import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { verifyChain } from "../../evidence/x509/chain.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { keyName } from "./make-pki-key.ts";
import { PkiFiles } from "./pki-files.ts";
import { loadPkiKeys, renewCrl } from "./pki-keys.ts";
import {
  type RotationReason,
  renewDueKeys,
  revokeRetired,
  rotatePkiKey,
  rotateRoot,
  startOverAsAuthority,
} from "./rotate-pki-keys.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-authority-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const names = ["root.pem", "tsa.pem", "seal.pem", "root.crl"];
const path = (name: string) => join(dataDir, "keys", name);
const start = new Date("2026-11-20T19:11:00Z");
const later = (days: number) => new Date(start.getTime() + days * 24 * 3_600_000);
const identity = { organization: "Attestamp", origin: "https://stamps.example.org" };
const load = (now = start, hasIssued = false) => loadPkiKeys(dataDir, identity, now, () => hasIssued);
const rotate = (role: "tsa" | "seal", why: RotationReason, now = later(100)) =>
  rotatePkiKey(dataDir, role, identity, now, why);
const secondsAt = (days: number) => BigInt(later(days).getTime() / 1000);
const retired = () => new PkiFiles(dataDir).retired().map(({ certificate }) => certificate);
const certificates = (keys: ReturnType<typeof load>) => [
  keys.root.bytes,
  keys.tsa.certificate,
  keys.seal.certificate,
];

test("the first start creates keys that only their owner can read, every later one finds them", () => {
  const made = load();
  for (const name of names) expect(statSync(path(name)).mode & 0o777).toBe(0o600);
  for (const name of ["", "retired"]) expect(statSync(path(name)).mode & 0o777).toBe(0o700);
  expect(certificates(load(later(0.5), true))).toEqual(certificates(made));
  expect(readdirSync(path("")).toSorted()).toEqual(["retired", ...names].toSorted());
});

test("the root is valid for thirty years, the others for ten, under the product's name", () => {
  const { root, tsa, seal } = load();
  expect([root.notBefore, root.notAfter]).toEqual([start, new Date("2056-11-20T19:11:00Z")]);
  for (const { certificate } of [tsa, seal]) {
    expect(readCertificate(certificate).notAfter).toEqual(new Date("2036-11-20T19:11:00Z"));
  }
  expect(readCertificate(tsa.certificate).subject.text).toBe(
    "Attestamp Time-Stamping Authority (stamps.example.org), Attestamp",
  );
});

test("openssl reads the keys, and trusts the certificates with the revocation list", () => {
  const { root } = load();
  writeFileSync(path("trusted.pem"), encodePem("CERTIFICATE", root.bytes));
  const openssl = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: path("") });
    return { ok: exitCode === 0, text: `${stdout}${stderr}` };
  };
  for (const name of ["root.pem", "tsa.pem", "seal.pem"]) {
    expect(openssl("pkey", "-in", name, "-noout", "-check").text).toContain("Key is valid");
    const at = ["-attime", String(start.getTime() / 1000)];
    const check = [
      "verify",
      "-x509_strict",
      "-crl_check_all",
      "-CRLfile",
      "root.crl",
      "-CAfile",
      "trusted.pem",
    ];
    expect(openssl(...check, ...at, name)).toEqual({ ok: true, text: `${name}: OK\n` });
  }
});

test.each(names)("after a crash before %s was written the next start completes the set", (name) => {
  const made = load();
  for (const lost of names.slice(names.indexOf(name))) rmSync(path(lost));
  writeFileSync(path(`${name}.new`), "half a fi");
  const finished = load();
  expect(readdirSync(path("")).toSorted()).toEqual(["retired", ...names].toSorted());
  const kept = names.indexOf(name);
  expect(certificates(finished).slice(0, kept)).toEqual(certificates(made).slice(0, kept));
});

test.each(names)("%s is not silently replaced once something was issued", (name) => {
  load();
  rmSync(path(name));
  expect(() => load(start, true)).toThrow(`Missing: ${path(name)}. Restore`);
  expect(existsSync(path(name))).toBe(false);
});

test("a missing root is not replaced while the other keys exist", () => {
  load();
  rmSync(path("root.pem"));
  expect(() => load()).toThrow("root.pem. Restore");
  expect(() => renewCrl(dataDir, start)).toThrow("root.pem. Restore");
  expect(() => rotate("tsa", "replaced")).toThrow("root.pem. Restore");
});

test.each(names)("the server does not start with a damaged %s", (name) => {
  load();
  writeFileSync(path(name), readFileSync(path(name), "utf8").slice(0, -80));
  expect(() => load(start, true)).toThrow(`${path(name)} is damaged`);
});

test("files of two authorities, or swapped ones, prevent the start", () => {
  load();
  const [tsa, seal, crl] = ["tsa.pem", "seal.pem", "root.crl"].map((name) =>
    readFileSync(path(name), "utf8"),
  );
  rmSync(path(""), { recursive: true });
  load();
  const own = readFileSync(path("tsa.pem"), "utf8");
  const withFile = (name: string, text = "") => {
    const before = readFileSync(path(name), "utf8");
    writeFileSync(path(name), text);
    try {
      load();
    } finally {
      writeFileSync(path(name), before);
    }
  };
  expect(() => withFile("tsa.pem", tsa)).toThrow("does not belong to root.pem");
  expect(() => withFile("seal.pem", seal)).toThrow("does not belong to root.pem");
  expect(() => withFile("root.crl", crl)).toThrow("root.crl is damaged");
  expect(() => withFile("tsa.pem", readFileSync(path("seal.pem"), "utf8"))).toThrow("another purpose");
  const [key = ""] = own.split("-----BEGIN CERTIFICATE-----");
  const { certificate } = load().seal;
  expect(() => withFile("tsa.pem", `${key}${encodePem("CERTIFICATE", certificate)}`)).toThrow("is damaged");
});

test("the server does not start if its clock is outside the certificates' validity", () => {
  load();
  expect(() => load(later(-1), true)).toThrow("set the clock");
  expect(() => load(later(11 * 365), true)).toThrow("set the clock");
});

test("the revocation list is renewed when it is a day old, and is valid for thirty days", () => {
  expect(load().crl).toMatchObject({ number: secondsAt(0), thisUpdate: start, nextUpdate: later(30) });
  expect(renewCrl(dataDir, later(0.9)).number).toBe(secondsAt(0));
  expect(renewCrl(dataDir, later(1))).toMatchObject({ number: secondsAt(1), thisUpdate: later(1) });
  expect(load(later(2), true).crl.number).toBe(secondsAt(2));
  expect(renewCrl(dataDir, later(1)).number).toBe(secondsAt(2));
});

test("the numbers of revocation lists grow, even within a second and after the clock was ahead", () => {
  const replaced = load(later(100));
  rotate("seal", "replaced", later(100));
  rotate("tsa", "stolen", later(100));
  expect(load(later(100), true).crl.number).toBe(secondsAt(100) + 1n);
  revokeRetired(dataDir, readCertificate(replaced.seal.certificate).serialNumber, later(50));
  expect(renewCrl(dataDir, later(50)).number).toBe(secondsAt(100) + 2n);
});

const startOver = (published: Crl[], now = later(200)) =>
  startOverAsAuthority(dataDir, identity, now, published);

test("restoring an older backup brings back neither its keys nor its revocation list", () => {
  const old = load();
  const backup = readFolder();
  rotate("seal", "stolen");
  const published = renewCrl(dataDir, later(199));
  writeFolder(backup);
  expect(startOver([published])).toBe(true);
  const restored = load(later(200), true);
  expect(restored.crl.number).toBeGreaterThan(published.number);
  expect(restored.crl.revocations).toEqual(published.revocations);
  expect(certificates(restored).slice(1)).not.toContainEqual(old.tsa.certificate);
  expect(certificates(restored).slice(1)).not.toContainEqual(old.seal.certificate);
  expect([
    checkChain(old.seal.certificate, "sealing", later(1), restored),
    checkChain(old.tsa.certificate, "time-stamping", later(1), restored),
    checkChain(restored.seal.certificate, "sealing", later(200), restored),
  ]).toEqual(["revoked", "valid", "valid"]);
});

test("even without the newest list, the list after a restore has a greater number than any before it", () => {
  load();
  const backup = readFolder();
  rotate("seal", "stolen");
  const published = renewCrl(dataDir, later(199));
  writeFolder(backup);
  startOver([]);
  expect(load(later(200), true).crl.number).toBeGreaterThan(published.number);
});

test("a revocation list of another service, another root of ours or the future is refused, and nothing is written", () => {
  load();
  const backup = readFolder();
  const ahead = renewCrl(dataDir, later(300));
  rotateRoot(dataDir, identity, later(100), "replaced");
  const ofNextRoot = load(later(100), true).crl;
  writeFolder(backup);
  expect(() => startOver([ofNextRoot])).toThrow("is not signed by this backup's root");
  expect(() => startOver([ahead])).toThrow("set the clock");
  expect(readFolder()).toEqual(backup);
});

test("a replaced key can be revoked later, by its serial number", () => {
  const old = load();
  rotate("seal", "replaced");
  const { serialNumber } = readCertificate(old.seal.certificate);
  revokeRetired(dataDir, serialNumber, later(120));
  const found = load(later(120), true);
  expect(found.crl.revocations).toEqual([{ serialNumber, at: later(120), reason: 1 }]);
  expect(checkChain(old.seal.certificate, "sealing", later(1), found)).toBe("revoked");
  for (const other of [readCertificate(found.seal.certificate), found.root])
    expect(() => revokeRetired(dataDir, other.serialNumber, later(120))).toThrow("No replaced tsa");
});

/** The files of the authority, to be restored later. */
const readFolder = () =>
  new Map(
    readdirSync(path(""), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => [name, readFileSync(name, "utf8")]),
  );

function writeFolder(kept: Map<string, string>): void {
  for (const name of readFolder().keys()) rmSync(name);
  for (const [name, text] of kept) writeFileSync(name, text);
}

test("a replaced key no longer signs; its signatures stay valid", () => {
  const old = load();
  rotate("tsa", "replaced");
  const fresh = load(later(100), true);
  expect(retired().map(({ bytes }) => bytes)).toEqual([old.tsa.certificate]);
  expect(fresh.tsa.certificate).not.toEqual(old.tsa.certificate);
  expect(fresh.seal.certificate).toEqual(old.seal.certificate);
  expect(readFileSync(path(`retired/${readdirSync(path("retired"))[0]}`), "utf8")).not.toContain("PRIVATE");
  const [certificate = fresh.root] = retired();
  const question = { certificate, others: [], roots: [fresh.root], at: later(50), crls: [fresh.crl] };
  expect(verifyChain({ ...question, purpose: "time-stamping" })).toHaveProperty("chain");
});

test("a stolen key is revoked permanently, and stays on the list", () => {
  load();
  rotate("seal", "stolen");
  const { crl, root } = load(later(5000 / 24), true);
  const [stolen = root] = retired();
  expect(crl.revocations).toEqual([{ serialNumber: stolen.serialNumber, at: later(100), reason: 1 }]);
  const question = { certificate: stolen, others: [], roots: [root], at: start, crls: [crl] };
  expect(verifyChain({ ...question, purpose: "sealing" })).toEqual({ error: "revoked" });
});

test("the list says since when a stolen key was in other hands; a later report can only name an earlier time", () => {
  load();
  rotatePkiKey(dataDir, "seal", identity, later(100), "stolen", later(40));
  const [stolen] = retired();
  const { serialNumber = 0n } = stolen ?? {};
  const entry = () => load(later(200), true).crl.revocations;
  const reported = { serialNumber, at: later(100), reason: 1 };
  expect(entry()).toEqual([{ ...reported, invalidSince: later(40) }]);
  for (const since of [later(150), later(40)]) revokeRetired(dataDir, serialNumber, later(200), since);
  expect(entry()).toEqual([{ ...reported, invalidSince: later(40) }]);
  expect(revokeRetired(dataDir, serialNumber, later(200), later(20))).toBe("seal");
  expect(entry()).toEqual([{ ...reported, invalidSince: later(20) }]);
});

test("after a crash between the revocation and the new key, no server starts with the old one", () => {
  load();
  const stolen = readFileSync(path("tsa.pem"), "utf8");
  rotate("tsa", "stolen");
  writeFileSync(path("tsa.pem"), stolen);
  expect(() => load(later(100), true)).toThrow("is revoked: create a new key with keys rotate");
  rotate("tsa", "stolen");
  expect(load(later(100), true).crl.revocations).toHaveLength(1);
});

test("a certificate created late expires with the root", () => {
  const { root } = load();
  rotate("tsa", "replaced", later(25 * 365));
  rotate("seal", "replaced", later(25 * 365));
  expect(readCertificate(load(later(26 * 365), true).tsa.certificate).notAfter).toEqual(root.notAfter);
});

/** The result of verifying a certificate at a time with the current roots and lists. */
function checkChain(
  certificate: Uint8Array,
  purpose: "time-stamping" | "sealing",
  at: Date,
  set: ReturnType<typeof load>,
) {
  const roots = [set.root, ...set.formerRoots];
  const crls = [set.crl, ...set.lastCrls];
  const verdict = verifyChain({
    certificate: readCertificate(certificate),
    purpose,
    others: [],
    roots,
    at,
    crls,
  });
  return "error" in verdict ? verdict.error : "valid";
}

test("a new root has new keys under it and a different name; the previous one still certifies its signatures", () => {
  const old = load();
  rotate("seal", "stolen", later(50));
  const after = load(later(50), true);
  rotateRoot(dataDir, identity, later(100), "replaced");
  const fresh = load(later(100), true);
  expect(fresh.root.subject.text).toBe("Attestamp Root 2 (stamps.example.org), Attestamp");
  expect(fresh.formerRoots.map(({ bytes }) => bytes)).toEqual([old.root.bytes]);
  expect([
    checkChain(fresh.tsa.certificate, "time-stamping", later(100), fresh),
    checkChain(fresh.seal.certificate, "sealing", later(100), fresh),
    checkChain(old.tsa.certificate, "time-stamping", later(99), fresh),
    checkChain(after.seal.certificate, "sealing", later(99), fresh),
    checkChain(old.seal.certificate, "sealing", later(1), fresh),
  ]).toEqual(["valid", "valid", "valid", "valid", "revoked"]);
  expect(fresh.lastCrls).toMatchObject([{ nextUpdate: new Date("9999-12-31T23:59:59Z") }]);
  expect(fresh.crl).toMatchObject({ number: secondsAt(100), revocations: [] });
  rotateRoot(dataDir, identity, later(200), "replaced");
  const third = load(later(200), true);
  expect(third.root.subject.text).toBe("Attestamp Root 3 (stamps.example.org), Attestamp");
  expect([third.formerRoots.length, third.lastCrls.length]).toEqual([2, 2]);
  expect(checkChain(old.tsa.certificate, "time-stamping", later(99), third)).toBe("valid");
  for (const name of readdirSync(path("retired")))
    expect(readFileSync(path(`retired/${name}`), "utf8")).not.toContain("PRIVATE");
});

test("nothing under a stolen root is trusted anymore", () => {
  const old = load();
  rotateRoot(dataDir, identity, later(100), "stolen");
  const fresh = load(later(100), true);
  expect([fresh.formerRoots, fresh.lastCrls]).toEqual([[], []]);
  expect(checkChain(old.tsa.certificate, "time-stamping", later(99), fresh)).toBe("untrusted");
});

test.each([0, 1, 2, 3, 4])(
  "a root whose replacement was killed after %d of its files is complete at the next start",
  (done) => {
    const old = load();
    const kept = new Map(names.map((name) => [name, readFileSync(path(name), "utf8")]));
    rotateRoot(dataDir, identity, later(100), "replaced");
    const order = ["root.pem", "tsa.pem", "seal.pem", "root.crl"];
    for (const name of order.slice(done)) writeFileSync(path(name), kept.get(name) ?? "");
    const found = load(later(101), true);
    expect(found.root.subject.text).toBe(
      done === 0
        ? "Attestamp Root (stamps.example.org), Attestamp"
        : "Attestamp Root 2 (stamps.example.org), Attestamp",
    );
    expect(checkChain(found.tsa.certificate, "time-stamping", later(101), found)).toBe("valid");
    expect(checkChain(found.seal.certificate, "sealing", later(101), found)).toBe("valid");
    expect(checkChain(old.tsa.certificate, "time-stamping", later(99), found)).toBe("valid");
    rotateRoot(dataDir, identity, later(102), "replaced");
    expect(load(later(102), true).formerRoots).toHaveLength(done === 0 ? 1 : 2);
  },
);

test("openssl trusts signatures under the previous root, with all published roots and lists", () => {
  const old = load();
  rotateRoot(dataDir, identity, later(100), "replaced");
  const fresh = load(later(100), true);
  const pem = (label: "CERTIFICATE" | "X509 CRL", ders: Uint8Array[]) =>
    ders.map((der) => encodePem(label, der)).join("");
  writeFileSync(
    path("trusted.pem"),
    pem(
      "CERTIFICATE",
      [fresh.root, ...fresh.formerRoots].map(({ bytes }) => bytes),
    ),
  );
  writeFileSync(
    path("lists.pem"),
    pem(
      "X509 CRL",
      [fresh.crl, ...fresh.lastCrls].map(({ bytes }) => bytes),
    ),
  );
  for (const certificate of [old.tsa.certificate, old.seal.certificate, fresh.tsa.certificate]) {
    writeFileSync(path("asked.pem"), encodePem("CERTIFICATE", certificate));
    const at = ["-attime", String(later(100).getTime() / 1000)];
    const lists = ["-x509_strict", "-crl_check_all", "-CRLfile", "lists.pem", "-CAfile", "trusted.pem"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(["openssl", "verify", ...lists, ...at, "asked.pem"], {
      cwd: path(""),
    });
    expect([exitCode, `${stdout}${stderr}`]).toEqual([0, "asked.pem: OK\n"]);
  }
});

test("keys with less than five years left are replaced, as long as the root allows it", () => {
  const old = load();
  const year = 365.25;
  expect(renewDueKeys(dataDir, identity, later(4.9 * year))).toEqual([]);
  expect(renewDueKeys(dataDir, identity, later(5.1 * year))).toEqual(["tsa", "seal"]);
  expect(renewDueKeys(dataDir, identity, later(5.1 * year))).toEqual([]);
  const renewed = load(later(5.1 * year), true);
  expect(readCertificate(renewed.tsa.certificate).notAfter.getUTCFullYear()).toBe(2041);
  expect(checkChain(old.tsa.certificate, "time-stamping", later(5 * year), renewed)).toBe("valid");
  expect(renewDueKeys(dataDir, identity, later(24 * year))).toEqual(["tsa", "seal"]);
  expect(renewDueKeys(dataDir, identity, later(28 * year))).toEqual([]);
});

test("the certificates of an installation contain its host, with its end if it is too long [threat V4]", () => {
  const name = (role: string, organization: string, host: string) =>
    keyName(role, { organization, origin: `https://${host}` });
  expect(name("Root", "Attestamp", "stamps.example.org")).toBe("Attestamp Root (stamps.example.org)");
  const longHost = `${"stamps.".repeat(10)}evil.example`;
  for (const [organization, host, end] of [
    ["The Honourable Society of Attestation of All Documents", "stamps.example.org", "(stamps.example.org)"],
    ["Attestamp", "attestamp.example.org.registry.of.documents.example", ".registry.of.documents.example)"],
    ["Attestamp", longHost, ".stamps.evil.example)"],
  ] as const) {
    const made = name("Time-Stamping Authority", organization, host);
    expect([made, made.length <= 64, made.endsWith(end)]).toEqual([made, true, true]);
  }
});

test("keys created under another name or host are kept", () => {
  const before = load();
  const moved = { organization: "Other", origin: "https://other.example" };
  const after = loadPkiKeys(dataDir, moved, start, () => true);
  expect([after.root.subject.text, after.tsa.certificate]).toEqual([
    before.root.subject.text,
    before.tsa.certificate,
  ]);
});
