import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillCredentials } from "./fill-credentials.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-credentials-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256Of = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts));
const placeholder = { start: 1_000_000, end: 1_000_040 };
/** More than one read on both sides of the placeholder. */
const bytes = 3_500_000;
let files = 0;

function picture(): string {
  const path = join(folder, `${++files}`);
  writeFileSync(path, Buffer.alloc(bytes, files));
  return path;
}

test("the credentials are computed from every byte around the placeholder, and are written into it", async () => {
  const path = picture();
  const before = readFileSync(path);
  const made = Buffer.alloc(40, 0xee);
  const end = await fillCredentials(path, { bytes, placeholder }, async (digest) => {
    expect(digest).toEqual(
      sha256Of(before.subarray(0, placeholder.start), before.subarray(placeholder.end)).digest(),
    );
    return made;
  });
  const after = readFileSync(path);
  expect(after).toEqual(
    Buffer.concat([before.subarray(0, placeholder.start), made, before.subarray(placeholder.end)]),
  );
  expect(end).toEqual({ bytes, sha256: sha256Of(after).digest("hex") });
});

test("a picture that changed since it was stamped gets no credentials", async () => {
  const path = picture();
  const fill = fillCredentials(path, { bytes: bytes - 1, placeholder }, async () => Buffer.alloc(40));
  await expect(fill).rejects.toThrow("has changed");
});

test("credentials of the wrong length overwrite nothing", async () => {
  const path = picture();
  const before = readFileSync(path);
  for (const length of [39, 41]) {
    const fill = fillCredentials(path, { bytes, placeholder }, async () => Buffer.alloc(length));
    await expect(fill).rejects.toThrow("do not fill the placeholder");
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});
