/** Test support: evidence packs as the service issues them. */

import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { joined } from "../../formats/zip/test-pieces.ts";
import { findSignatures } from "../pades/find-signatures.ts";
import {
  buildSigner,
  type Installation,
  type issue,
  type issueCollection,
  logOf,
  now,
  own,
  plainPdf,
  publishedBy,
  seal,
} from "../verifier/test-issued.ts";
import type { CollectionPackParts } from "./collection-pack-parts.ts";
import { makeCollectionPack } from "./make-collection-pack.ts";
import { makePack } from "./make-pack.ts";
import type { PackParts, StampedFile } from "./pack-parts.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A stamped copy with its signatures. */
export const stampedFile = (name: string, content: Uint8Array): StampedFile => ({
  name,
  content,
  signatures: findSignatures(content).signatures,
});

/** All parts of this document's pack. */
export async function buildPackParts(
  issued: Awaited<ReturnType<typeof issue>>,
  by: Installation = own,
): Promise<PackParts> {
  return {
    productName: "Attestamp",
    origin: "https://attestamp.example/",
    statement: issued.statement,
    signedStatement: issued.attestation,
    timeZone: "America/Chicago",
    key: buildSigner(by).key,
    stamped: stampedFile("Stamped_Jane's lease.pdf", issued.stamped),
    certificate: await seal(plainPdf.table, by.authority),
    original: { name: "Jane's lease.pdf", content: issued.original },
    originalToken: issued.originalToken,
    stampedToken: issued.stampedToken,
    receipt: issued.receipt,
    trust: publishedBy(by),
    madeAt: now,
    hasWitnesses: false,
    log: logOf(by),
    roots: publishedBy(by).ca,
    crl: by.authority.crl([]),
    declaration: utf8("%PDF-1.7 declaration"),
    checker: utf8("<!doctype html>"),
    signer: buildSigner(by),
  };
}

/** The bytes of a pack. */
export const buildPack = async (parts: PackParts): Promise<Uint8Array> => joined(await makePack(parts));

/** All parts of this collection's pack. */
export async function buildCollectionParts(
  issued: Awaited<ReturnType<typeof issueCollection>>,
  by: Installation = own,
): Promise<CollectionPackParts> {
  return {
    productName: "Attestamp",
    origin: "https://attestamp.example/",
    statement: issued.statement,
    signedStatement: issued.attestation,
    timeZone: "America/Chicago",
    key: buildSigner(by).key,
    secret: issued.secret,
    sums: utf8(writeSha256Sums(issued.files)),
    files: issued.files,
    certificate: await seal(plainPdf.table, by.authority),
    token: issued.token,
    receipt: issued.receipt,
    trust: publishedBy(by),
    madeAt: now,
    hasWitnesses: false,
    log: logOf(by),
    roots: publishedBy(by).ca,
    crl: by.authority.crl([]),
    checker: utf8("<!doctype html>"),
    signer: buildSigner(by),
  };
}

export const buildCollectionPack = async (parts: CollectionPackParts): Promise<Uint8Array> =>
  joined(await makeCollectionPack(parts));
