import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { decodeBase64 } from "../tlog/base64.ts";
import { signatureTypes } from "../tlog/signed-note.ts";
import { publicLogWitnesses } from "./log-witnesses.ts";
import { publicAuthorities } from "./public-authorities.ts";
import { shippedLists } from "./trust-lists.ts";

test("each root of a public authority is a certificate with the stated fingerprint, signed by itself", () => {
  const roots = publicAuthorities.flatMap((authority) => authority.roots);
  for (const { sha256, der } of roots) {
    expect(
      createHash("sha256")
        .update(decodeBase64(der) ?? "")
        .digest("hex"),
    ).toBe(sha256);
  }
  expect(shippedLists.roots).toHaveLength(roots.length);
  for (const { subject, issuer, isCa } of shippedLists.roots) {
    expect([subject.text, isCa]).toEqual([issuer.text, true]);
  }
});

test("each public witness has the verifier key of a cosigner", () => {
  expect(shippedLists.witnesses.map(({ type }) => type)).toEqual(
    publicLogWitnesses.map(() => signatureTypes.cosignature),
  );
});

test("there is a checkpoint for every period of Bitcoin up to the release, each hash with a proof of work", () => {
  const { checkpoints } = shippedLists.bitcoin;
  expect([checkpoints.size, checkpoints.get(2_015), checkpoints.get(953_567)]).toEqual([
    473,
    "00000000693067b0e6b440bc51450b9f3850561b07f6d3c021c54fbd6abb9763",
    "00000000000000000001b315e72169bef4867bf780527aa97c625ee9c001dc5d",
  ]);
  expect([...checkpoints.values()].filter((hash) => !/^0{8}[0-9a-f]{56}$/.test(hash))).toEqual([]);
});
