import { expect, test } from "bun:test";
import sharp from "sharp";
import { gradient } from "../../formats/images/test-pictures.ts";
import { maxTokenBytes } from "../pades/seal.ts";
import { now, testAuthority } from "../test-pki.ts";
import { readCertificate } from "../x509/certificate.ts";
import { readCrl } from "../x509/crl.ts";
import { embedStore, findEmbeddedStore, placeholderBytes } from "./placeholder.ts";
import { signCredentials } from "./sign-credentials.ts";
import {
  credentialsSigner,
  facts,
  failuresIn,
  readExternal,
  verifyPicture,
  withCredentials,
} from "./test-credentials.ts";

const authority = testAuthority();
const root = authority.root.certificate;
const trust = { roots: authority.roots, stampRoots: [], crls: [], at: now };
const types = ["image/jpeg", "image/png"] as const;

async function readPicture(fileType: (typeof types)[number]): Promise<Buffer> {
  const picture = gradient(48, 32);
  return fileType === "image/png" ? picture.png().toBuffer() : picture.jpeg().toBuffer();
}
const pictures = {
  "image/jpeg": await withCredentials(await readPicture("image/jpeg"), authority),
  "image/png": await withCredentials(await readPicture("image/png"), authority, { fileType: "image/png" }),
};

/** The picture with one bit flipped. */
function flipped(picture: Buffer, at: number): Buffer {
  const changed = Buffer.from(picture);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

test.each(types)(
  "credentials in a picture of %s are valid and trusted by c2pa-rs under our root",
  async (type) => {
    const verdict = await readExternal(pictures[type], type, root);
    expect(failuresIn(verdict)).toEqual([]);
    expect(verdict?.validation_state).toBe("Trusted");
    const codes = verdict?.validation_results.activeManifest.success.map(({ code }) => code);
    for (const code of [
      "signingCredential.trusted",
      "claimSignature.validated",
      "assertion.dataHash.match",
      "timeStamp.validated",
      "timeStamp.trusted",
    ])
      expect(codes).toContain(code);
    expect(verifyPicture(pictures[type], trust)).toMatchObject({
      timeStamp: { time: now, authority: "Test TSA, Test" },
    });
  },
);

test("they state what was done: the original was opened, a strip was added; they do not state that it is untouched", async () => {
  const verdict = await readExternal(pictures["image/jpeg"], "image/jpeg", root);
  const manifest = verdict?.manifests[verdict.active_manifest];
  expect(manifest?.ingredients).toEqual([
    expect.objectContaining({
      relationship: "parentOf",
      instance_id: `urn:sha256:${facts.originalSha256}`,
      description: expect.stringContaining(facts.originalSha256),
    }),
  ]);
  expect(manifest?.assertions).toMatchObject([
    {
      label: "c2pa.actions.v2",
      data: {
        actions: [{ action: "c2pa.opened" }, { action: "c2pa.edited" }, { action: "c2pa.edited.metadata" }],
      },
    },
  ]);
});

test.each(types)("a picture of %s with credentials looks the same as before", async (type) => {
  const [before, after] = [await readPicture(type), pictures[type]];
  expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer());
});

test.each(types)("a changed pixel of %s no longer matches the credentials", async (type) => {
  const changed = flipped(pictures[type], pictures[type].length - 60);
  expect(failuresIn(await readExternal(changed, type, root))).toEqual(["assertion.dataHash.mismatch"]);
  expect(verifyPicture(changed, trust)).toMatchObject({ error: "wrong-content" });
});

test.each(types)("flipping any bit of %s, in the picture or in the credentials, is detected", (type) => {
  const picture = pictures[type];
  const placeholder = findEmbeddedStore(picture);
  if (!placeholder) throw new Error("There are no credentials.");
  const padding = { from: placeholder.start + 5_000, to: placeholder.end - 3_000 };
  for (let at = 0; at < picture.length; at += at > padding.from && at < padding.to ? 1_999 : 79) {
    const check = verifyPicture(flipped(picture, at), trust);
    if (check && !("error" in check)) throw new Error(`Byte ${at} is held by nothing.`);
  }
});

test("our credentials do not match another picture", async () => {
  const placeholder = findEmbeddedStore(pictures["image/jpeg"]);
  const other = await gradient(49, 32).jpeg().toBuffer();
  const at = 4 + other.readUInt16BE(4);
  const credentials = pictures["image/jpeg"].subarray(placeholder?.start, placeholder?.end);
  const moved = Buffer.concat([other.subarray(0, at), credentials, other.subarray(at)]);
  expect(verifyPicture(moved, trust)).toMatchObject({ error: "wrong-content" });
});

test("bytes after the picture are covered by its credentials, too", async () => {
  const longer = Buffer.concat([pictures["image/png"], Buffer.from("more")]);
  expect(verifyPicture(longer, trust)).toMatchObject({ error: "wrong-content" });
  expect(failuresIn(await readExternal(longer, "image/png", root))).toEqual(["assertion.dataHash.mismatch"]);
});

test("a stranger's root is not trusted, neither here nor by c2pa-rs", async () => {
  const stranger = testAuthority("Stranger");
  const check = verifyPicture(pictures["image/png"], { ...trust, roots: stranger.roots });
  expect(check).toMatchObject({ error: "untrusted" });
  const verdict = await readExternal(pictures["image/png"], "image/png", stranger.root.certificate);
  expect(verdict?.validation_state).toBe("Valid");
  expect(failuresIn(verdict)).toEqual(["signingCredential.untrusted"]);
});

test.each(types)("a reader without trusted roots finds %s valid, and its signer unknown", async (type) => {
  const verdict = await readExternal(pictures[type], type);
  expect(verdict?.validation_state).toBe("Valid");
  expect(failuresIn(verdict)).toEqual(["signingCredential.untrusted"]);
});

test("a certificate for another purpose or a revoked one cannot sign credentials", async () => {
  const picture = await readPicture("image/jpeg");
  const sealed = await withCredentials(picture, authority, { signer: authority.seal });
  expect(verifyPicture(sealed, trust)).toMatchObject({ error: "wrong-purpose" });
  const signer = credentialsSigner(authority);
  const { serialNumber } = readCertificate(signer.certificate);
  const crls = [readCrl(authority.crl([{ serialNumber, at: now, reason: 1 }]))];
  const revoked = await withCredentials(picture, authority, { signer });
  expect(verifyPicture(revoked, { ...trust, crls })).toMatchObject({ error: "revoked" });
});

test("they are valid years after the certificate has expired, because of the time-stamp", () => {
  const at = new Date("2033-01-01T00:00:00Z");
  expect(verifyPicture(pictures["image/jpeg"], { ...trust, at })).toHaveProperty("timeStamp");
});

test("with a time-stamp of an unknown authority the result is indeterminate", async () => {
  const stampedBy = testAuthority("Outside").tsa;
  const picture = await withCredentials(await readPicture("image/jpeg"), authority, { stampedBy });
  expect(verifyPicture(picture, trust)).toMatchObject({ error: { timeStamp: "untrusted" } });
});

test("no credentials are found in a picture without any, or in any other file", async () => {
  for (const bytes of [
    await readPicture("image/jpeg"),
    await readPicture("image/png"),
    Buffer.from("%PDF-1.7"),
    Buffer.of(),
  ])
    expect(verifyPicture(bytes, trust)).toBeUndefined();
});

test("the longest service name and the longest accepted time-stamp token fit", async () => {
  const organization = "🖋".repeat(40);
  const signer = credentialsSigner(testAuthority(organization), organization);
  const made = await signCredentials({
    facts: { ...facts, productName: organization },
    digest: new Uint8Array(32),
    placeholder: { start: 100_000, end: 100_000 + placeholderBytes },
    signer,
    timeStamp: () => new Uint8Array(maxTokenBytes),
  });
  expect(made).toHaveLength(placeholderBytes);
});

test("credentials larger than ours are not read", async () => {
  const picture = await readPicture("image/png");
  const huge = embedStore("image/png", new Uint8Array(20_000_000).fill(0x80));
  const bytes = Buffer.concat([picture.subarray(0, 33), huge, picture.subarray(33)]);
  expect(verifyPicture(bytes, trust)).toEqual({ signer: undefined, error: "malformed" });
});

test("credentials that do not fit are an error, not a broken picture", async () => {
  const signer = credentialsSigner(authority);
  const large = { ...signer, certificate: Buffer.concat([signer.certificate, Buffer.alloc(20_000)]) };
  const made = readPicture("image/png").then((picture) =>
    withCredentials(picture, authority, { signer: large }),
  );
  await expect(made).rejects.toThrow("bytes more");
});
