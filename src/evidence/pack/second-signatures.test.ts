import { expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import { ml_dsa65 } from "@noble/post-quantum/ml-dsa.js";
import { decodeBase64url } from "../base64url.ts";
import type { Jwks } from "../jwk.ts";
import { parseJws, splitJws } from "../jws.ts";
import { postQuantumThumbprint } from "../post-quantum.ts";
import {
  createPostQuantumKey,
  type PostQuantumKey,
  publicPostQuantumJwks,
  signSecond,
} from "../post-quantum-key.ts";
import { readJwks } from "../read-jwks.ts";
import { signAttestation } from "../sign-attestation.ts";
import { createSigningKey, publicJwks } from "../signing-key.ts";
import { checkpointIn } from "../tlog/tlog-proof.ts";
import { shippedLists } from "../trust-lists/trust-lists.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { questions } from "../verifier/report.ts";
import { sentences, values } from "../verifier/sentences.ts";
import { issue, issueCollection, key, now, trustTexts } from "../verifier/test-issued.ts";
import { verifyFile } from "../verifier/test-verify-file.ts";
import { readTrust, type TrustTexts } from "../verifier/trust.ts";
import type { PackParts } from "./pack-parts.ts";
import { buildCollectionPack, buildCollectionParts, buildPack, buildPackParts } from "./test-packs.ts";

const second = createPostQuantumKey();
const stranger = createPostQuantumKey();
const issued = await issue();
const statement = parseJws(issued.attestation)?.payload ?? new Uint8Array();
const checkpoint = checkpointIn(issued.receipt) ?? new Uint8Array();
const changed = new TextEncoder().encode(new TextDecoder().decode(statement).replace('"v":1', '"v":2'));

const signBoth = (by: PostQuantumKey): NonNullable<PackParts["second"]> => ({
  statement: signSecond(statement, by),
  checkpoint: signSecond(checkpoint, by),
});

const publish = (jwks: Jwks): TrustTexts => ({ ...trustTexts, jwks: JSON.stringify(jwks) });
const published = publish(publicJwks([key], [second]));

/** What a verifier with these keys says about a pack: the verdicts, who issued it, and what about these files. */
async function verifyPack(given: Partial<PackParts>, texts = published) {
  const bytes = await buildPack({ ...(await buildPackParts(issued)), ...given });
  const { findings } = verifyFile({ name: "pack.zip", bytes }, noEvidence, readTrust(texts), now);
  const about = (name: string) =>
    findings.unchanged.details.find(({ label }) => label.params?.name === name)?.value;
  return {
    verdicts: questions.map((question) => findings[question].verdict).join(" "),
    who: findings.who.sentence.code,
    statement: about("attestation.ml-dsa.jws"),
    checkpoint: about("checkpoint.ml-dsa.jws"),
  };
}

const right = "passed claimed passed passed";
const contradicted = "failed claimed failed passed";

test("a second signature is right for two implementations of ML-DSA-65 that share no code", () => {
  const jws = splitJws(signSecond(statement, second));
  const [jwk] = publicPostQuantumJwks([second]);
  const message = new TextEncoder().encode(jws?.signed);
  const signature = jws?.signature ?? new Uint8Array();
  const publicKey = decodeBase64url(jwk?.pub ?? "") ?? new Uint8Array();
  expect(JSON.parse(new TextDecoder().decode(jws?.header))).toEqual({ alg: "ML-DSA-65", kid: second.kid });
  expect(jws?.payload).toEqual(statement);
  expect(ml_dsa65.verify(signature, message, publicKey)).toBe(true);
  const { kty, alg, pub } = second.jwk;
  const nativeJwk = { kty, alg, pub };
  expect(verify(null, message, createPublicKey({ key: nativeJwk, format: "jwk" }), signature)).toBe(true);
});

test("both second signatures of a pack are checked with the published keys, and the pack is as right as before", async () => {
  const said = await verifyPack({ second: signBoth(second) });
  expect(said).toMatchObject({ verdicts: right, statement: values.secondSignature(second.kid) });
  expect(said.checkpoint).toEqual(values.secondSignature(second.kid));
});

test("a pack without second signatures, as all early ones are, is as right as before", async () => {
  expect(await verifyPack({})).toEqual({
    verdicts: right,
    who: "finding-who-issued-for",
    statement: undefined,
    checkpoint: undefined,
  });
});

test("a second signature that is broken, over something else, or no signature contradicts the first one", async () => {
  const whole = signBoth(second);
  const [header, payload, signature = ""] = whole.statement.split(".");
  const broken = `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const { twoSignatures } = sentences.who;
  for (const [text, value] of [
    [broken, values.notSigned],
    [signSecond(changed, second), values.contradictory],
    [issued.attestation, values.unreadable],
  ] as const) {
    const said = await verifyPack({ second: { ...whole, statement: text } });
    expect(said).toMatchObject({ verdicts: contradicted, who: twoSignatures.code, statement: value });
  }
  const of = await verifyPack({ second: { ...whole, checkpoint: signSecond(statement, second) } });
  expect(of).toMatchObject({ verdicts: contradicted, checkpoint: values.contradictory });
});

test("a forged statement is not saved by a second signature that fits it", async () => {
  const [header, , signature] = issued.attestation.split(".");
  const forged = `${header}.${Buffer.from(changed).toString("base64url")}.${signature}`;
  const said = await verifyPack({
    signedStatement: forged,
    second: { statement: signSecond(changed, second) },
  });
  expect(said.verdicts).toStartWith("failed");
  expect(said.who).toBe(sentences.who.forged.code);
  const other = createSigningKey((size) => new Uint8Array(size).fill(9));
  const signedByOther = signAttestation(issued.statement, { ...other, kid: key.kid });
  const copied = await verifyPack({ signedStatement: signedByOther, second: signBoth(second) });
  expect(copied.who).toBe(sentences.who.forged.code);
});

test("a second signature by an unknown key, or by one that may be stolen, changes nothing and is named", async () => {
  const unknown = await verifyPack({ second: signBoth(stranger) });
  expect(unknown).toMatchObject({ verdicts: right, statement: values.secondUnknown });
  const { priv: _, ...publicPart } = second.jwk;
  const revoked = { revoked_at: 1, reason: "compromised" };
  const stolen = publish(publicJwks([key], [{ ...second, jwk: { ...publicPart, revoked } }]));
  expect(await verifyPack({ second: signBoth(second) }, stolen)).toMatchObject({
    verdicts: right,
    statement: values.secondStolen,
  });
});

test("the pack of a collection has them, too", async () => {
  const collection = await issueCollection(["a.txt", "b.txt"]);
  const payload = parseJws(collection.attestation)?.payload ?? new Uint8Array();
  const verify = async (by: Uint8Array) => {
    const parts = await buildCollectionParts(collection);
    const bytes = await buildCollectionPack({ ...parts, second: { statement: signSecond(by, second) } });
    return verifyFile({ name: "pack.zip", bytes }, noEvidence, readTrust(published), now).findings;
  };
  const { unchanged } = await verify(payload);
  expect(unchanged.verdict).toBe("passed");
  expect(unchanged.details.map(({ value }) => value)).toContainEqual(values.secondSignature(second.kid));
  expect((await verify(changed)).who.sentence).toEqual(sentences.who.twoSignatures);
});

test("the key document keeps its old form for early verifiers, and keys of other types do not spoil it", () => {
  const document = publicJwks([key], [second]);
  expect(Object.keys(document)).toEqual(["keys", "post_quantum_keys"]);
  expect(document.keys).toEqual(publicJwks([key]).keys);
  const later = {
    ...document,
    keys: [...document.keys, { kty: "AKP", alg: "ML-DSA-99" }],
    post_quantum_keys: [{ kty: "AKP", alg: "ML-DSA-99" }, ...publicPostQuantumJwks([second])],
  };
  expect(readJwks(JSON.stringify(later))?.keys.map(({ kid }) => kid)).toEqual([key.kid]);
  expect(readJwks(JSON.stringify(later))?.post_quantum_keys?.map(({ kid }) => kid)).toEqual([second.kid]);
});

test("a reader who accepts only certain keys accepts second signatures only under a thumbprint that they named", async () => {
  const bytes = await buildPack({ ...(await buildPackParts(issued)), second: signBoth(second) });
  const say = (keys: string[]) => {
    const trust = readTrust(published, { ...shippedLists, service: { keys } });
    const { details } = verifyFile({ name: "pack.zip", bytes }, noEvidence, trust, now).findings.unchanged;
    return details.map(({ value }) => value);
  };
  expect(say([key.jwk.x])).toContainEqual(values.secondUnknown);
  const all = say([key.jwk.x, postQuantumThumbprint(second.jwk.pub)]);
  expect(all).toContainEqual(values.secondSignature(second.kid));
});
