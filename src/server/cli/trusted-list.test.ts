import { afterAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testAuthority } from "../../evidence/test-pki.ts";
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
const signer = file("signer.pem", encodePem("CERTIFICATE", scheme.seal.certificate));

test("the command makes a trust file of a list, and says what is in it and how long it holds", async () => {
  for (const given of [signer, file("signer.der", scheme.seal.certificate)]) {
    const { code, out, err } = await run("read", list, "--signer", given);
    expect([code, err]).toEqual([
      0,
      "ES, version 7 of 2026-11-01 by Supervisory Body & Co, in force until 2027-04-01: 1 service for qualified timestamps.",
    ]);
    expect(readTrustFile(new TextEncoder().encode(out), shippedLists)).toMatchObject({
      lists: { trustedLists: [{ territory: "ES", sequence: 7 }] },
    });
  }
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
