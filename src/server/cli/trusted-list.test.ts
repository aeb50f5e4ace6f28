import { afterAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testAuthority } from "../../evidence/test-pki.ts";
import { printListSigner } from "../../evidence/trust-lists/list-signers.ts";
import { grantedService, printList, signList } from "../../evidence/trust-lists/test-trusted-lists.ts";
import { readTrustFile } from "../../evidence/trust-lists/trust-file.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../../main.ts"), "trusted-list", ...words],
    {
      env: { PATH: "/usr/bin:/bin", DATA_DIR: "/nowhere" },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err: err.trim() };
}

const scheme = testAuthority("Scheme");
const unsigned = printList({ services: [grantedService(testAuthority("Qualified").tsa.certificate)] });
const list = file("es.xml", signList(unsigned, scheme.seal.privateKey));
const signer = file("signer.pem", printListSigner(scheme.seal.certificate, ["DE", "ES"]));

test("the command makes a trust file of a list, and says what is in it and how long it holds", async () => {
  const { code, out, err } = await run("read", list, "--signer", signer);
  expect([code, err]).toEqual([
    0,
    "ES, version 7 of 2026-11-01 by Supervisory Body & Co, in force until 2027-04-01: 1 service for qualified timestamps.",
  ]);
  expect(readTrustFile(new TextEncoder().encode(out), shippedLists)).toMatchObject({
    lists: { trustedLists: [{ territory: "ES", sequence: 7 }] },
  });
});

test("[threat V35] a signer of another state, and one of none, is refused, and the command says what helps", async () => {
  const german = file("german.pem", printListSigner(scheme.seal.certificate, ["DE"]));
  for (const given of [german, file("signer.der", scheme.seal.certificate)]) {
    const { code, out, err } = await run("read", list, "--signer", given);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      "the certificate of its signer is for another state; a line such as # territory ES",
    );
  }
});

test("a list of lists gives the signers of each state, with which its list is read, and no other one", async () => {
  const commission = testAuthority("Commission");
  const pointers = [
    { territory: "ES", certificates: [scheme.seal.certificate] },
    { territory: "DE", certificates: [testAuthority("Amt").seal.certificate] },
    { territory: "EU", certificates: [testAuthority("Next").seal.certificate] },
  ];
  const facts = { services: [], territory: "EU", pointers };
  const unsignedLotl = printList({ ...facts, nextUpdate: "2120-01-01T00:00:00Z" });
  const lotl = file("lotl.xml", signList(unsignedLotl, commission.seal.privateKey));
  const trusted = file("commission.pem", printListSigner(commission.seal.certificate, ["EU"]));
  const { code, out, err } = await run("signers", lotl, "--signer", trusted);
  expect([code, err]).toEqual([0, "2 certificates of 2 states."]);
  expect(out.match(/^# territory .*$/gm)).toEqual(["# territory ES", "# territory DE"]);
  expect((await run("read", list, "--signer", file("signers.pem", out))).code).toBe(0);
  const forged = file("forged.xml", signList(unsignedLotl, scheme.seal.privateKey));
  expect((await run("signers", forged, "--signer", trusted)).err).toContain("none of the given certificates");
});

test("[threat V35] a list of lists that a state signed, or that is overdue, names no signers", async () => {
  const commission = testAuthority("Commission");
  const pointers = [{ territory: "DE", certificates: [scheme.seal.certificate] }];
  const signed = (nextUpdate: string) =>
    signList(printList({ services: [], territory: "EU", pointers, nextUpdate }), commission.seal.privateKey);
  const current = file("current.xml", signed("2120-01-01T00:00:00Z"));
  const overdue = file("overdue.xml", signed("2026-11-02T00:00:00Z"));
  const [ofSpain, ofUnion] = ["ES", "EU"].map((territory) =>
    file(`${territory}.pem`, printListSigner(commission.seal.certificate, [territory])),
  );
  expect(await run("signers", current, "--signer", String(ofUnion))).toMatchObject({ code: 0 });
  const refused = [await run("signers", current, "--signer", String(ofSpain))];
  refused.push(await run("signers", overdue, "--signer", String(ofUnion)));
  expect(refused.map(({ code, out }) => [code, out])).toEqual([
    [1, ""],
    [1, ""],
  ]);
  expect(refused[0]?.err).toContain("is for another state");
  expect(refused[1]?.err).toContain("its next version is overdue");
});

test("without the right signer, or for another file, the command says why and prints no trust file", async () => {
  const other = file("other.pem", encodePem("CERTIFICATE", testAuthority("Other").seal.certificate));
  expect(await run("read", list, "--signer", other)).toEqual({
    code: 1,
    out: "",
    err: `The trusted list ${list} can't be used: none of the given certificates signed it, or its signature was changed.`,
  });
  expect(await run("read", signer, "--signer", signer)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("it is not an XML document"),
  });
  expect(await run("read", list, "--signer", list)).toMatchObject({
    code: 1,
    err: `${list} has no certificate that can be read.`,
  });
  expect(await run("read", join(folder, "missing.xml"), "--signer", signer)).toMatchObject({
    code: 1,
    err: expect.stringContaining("missing.xml cannot be read."),
  });
});
