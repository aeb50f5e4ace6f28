import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SigningKey, sign, signingKey } from "./sign.ts";

setDefaultTimeout(600_000);

const scratch = mkdtempSync(join(tmpdir(), "attestamp-sign-"));
const publicKey = join(scratch, "minisign.pub");
afterAll(() => rmSync(scratch, { recursive: true }));

function writeSums(): string {
  const path = join(scratch, "SHA256SUMS");
  writeFileSync(path, "the sums\n");
  return path;
}

async function makeKey(password?: string): Promise<SigningKey> {
  const file = join(scratch, "minisign.key");
  const words = ["-G", "-f", "-p", publicKey, "-s", file, ...(password === undefined ? ["-W"] : [])];
  await Bun.$`minisign ${words} < ${new Response(`${password}\n${password}\n`)}`.quiet();
  const key = signingKey({ MINISIGN_SECRET_KEY: readFileSync(file, "utf8"), MINISIGN_PASSWORD: password });
  if (key === undefined) throw new Error("The environment has a key.");
  return key;
}

/** Without the Debian package minisign, these tests are skipped. */
const withTool = Bun.which("minisign") ? test : test.skip;

const verify = (path: string) => Bun.$`minisign -V -p ${publicKey} -m ${path}`.quiet().nothrow();

withTool("minisign confirms the signature and its comment, and refuses it for another file", async () => {
  const sums = writeSums();
  await sign(sums, await makeKey(), "Attestamp 1.1.0");
  const confirmed = await verify(sums);
  const said = expect.stringContaining("Attestamp 1.1.0");
  expect([confirmed.exitCode, String(confirmed.stdout)]).toEqual([0, said]);
  appendFileSync(sums, "one more\n");
  expect((await verify(sums)).exitCode).toBe(1);
});

withTool("minisign signs the hash of the file (ED), and signing again gives the same bytes", async () => {
  const [sums, key] = [writeSums(), await makeKey()];
  const signed = async () => {
    await sign(sums, key, "Attestamp 1.1.0");
    return readFileSync(`${sums}.minisig`, "utf8");
  };
  const first = await signed();
  expect(Buffer.from(first.split("\n")[1] ?? "", "base64").toString("latin1", 0, 2)).toBe("ED");
  expect(await signed()).toBe(first);
});

withTool("minisign signs with a key that has a password", async () => {
  const sums = writeSums();
  await sign(sums, await makeKey("sesame"), "Attestamp 1.1.0");
  expect((await verify(sums)).exitCode).toBe(0);
});

test("without a key in the environment, there is nothing to sign with", () => {
  expect(signingKey({ MINISIGN_SECRET_KEY: "", MINISIGN_PASSWORD: "sesame" })).toBeUndefined();
});
