import { expect, test } from "bun:test";
import { workOfDifficulty } from "../bitcoin/block-header.ts";
import { createSigningKey } from "../signing-key.ts";
import { testAuthority } from "../test-pki.ts";
import { buildVerifier } from "../tlog/sign-note.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import { encodePem } from "../x509/pem.ts";
import { isTrustFile, readTrustFile } from "./trust-file.ts";
import { shippedLists } from "./trust-lists.ts";

const authority = testAuthority("Chosen");
const pem = encodePem("CERTIFICATE", authority.root.certificate);
const key = createSigningKey((size) => new Uint8Array(size).fill(5));
const witness = buildVerifier("witness.example/w1", key, 4);
const log = buildVerifier("log.example/log", key);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (content: object) =>
  readTrustFile(bytesOf(JSON.stringify({ attestampTrust: 1, ...content })), shippedLists);
const listsIn = (content: object) => {
  const found = read(content);
  if ("problem" in found) throw new Error(JSON.stringify(found));
  return found.lists;
};

test("each list in a trust file replaces the one that ships with the verifier; what it leaves out stays", () => {
  expect(listsIn({})).toMatchObject(shippedLists);
  const lists = listsIn({ timeStampRoots: [pem], witnesses: [] });
  expect([lists.roots, lists.witnesses, lists.bitcoin]).toEqual([authority.roots, [], shippedLists.bitcoin]);
});

test("a list can add to the shipped one", () => {
  const lists = listsIn({
    timeStampRoots: ["shipped", pem],
    witnesses: [printVerifierKey(witness), "shipped"],
  });
  expect(lists.roots).toEqual([...shippedLists.roots, ...authority.roots]);
  expect(lists.witnesses).toEqual([witness, ...shippedLists.witnesses]);
});

test("checkpoints of one's own replace all of the shipped ones, with the difficulty after them", () => {
  const checkpoints = { "2015": "ab".repeat(32) };
  expect(listsIn({ bitcoin: { checkpoints } }).bitcoin).toMatchObject({
    checkpoints: new Map([[2_015, "ab".repeat(32)]]),
    work: undefined,
  });
  expect(listsIn({ bitcoin: { checkpoints, difficulty: 3 } }).bitcoin.work).toBe(workOfDifficulty(3));
});

test("a second trust file changes only the lists in it, and its word for the shipped lists means those", () => {
  const pins = { roots: ["cd".repeat(32)], keys: [key.jwk.x] };
  const first = listsIn({ service: pins, timeStampRoots: [pem], witnesses: [printVerifierKey(witness)] });
  const second = (content: object) =>
    readTrustFile(bytesOf(JSON.stringify({ attestampTrust: 1, ...content })), first);
  expect(second({ witnesses: ["shipped"] })).toEqual({
    lists: { ...first, witnesses: [...shippedLists.witnesses] },
  });
  expect(second({ timeStampRoots: ["shipped"], service: { keys: [] } })).toEqual({
    lists: { ...first, roots: [...shippedLists.roots], service: { ...pins, keys: [] } },
  });
});

test("a trust file can name the only keys of the service that count", () => {
  const service = { roots: ["cd".repeat(32)], keys: [key.jwk.x], logs: [printVerifierKey(log)] };
  expect(listsIn({ service }).service).toEqual({ ...service, logs: [log] });
});

test("whatever cannot be read in a trust file is named", () => {
  const wrong: [content: object, part: string][] = [
    [{ timestampRoots: [] }, "timestampRoots"],
    [{ timeStampRoots: pem }, "timeStampRoots"],
    [{ timeStampRoots: [pem, "shiped"] }, "timeStampRoots[1]"],
    [{ witnesses: ["shipped", printVerifierKey(log)] }, "witnesses[1]"],
    [{ service: { root: [] } }, "service.root"],
    [{ service: { roots: ["AB".repeat(32)] } }, "service.roots[0]"],
    [{ service: { logs: [printVerifierKey(witness)] } }, "service.logs[0]"],
    [{ trustedLists: [{ territory: "ES" }] }, "trustedLists[0].operator"],
    [{ bitcoin: {} }, "bitcoin.checkpoints"],
    [{ bitcoin: { checkpoints: { "2015": "00" } } }, "bitcoin.checkpoints.2015"],
    [{ bitcoin: { checkpoints: { first: "ab".repeat(32) } } }, "bitcoin.checkpoints.first"],
    [{ bitcoin: { checkpoints: { "02015": "ab".repeat(32) } } }, "bitcoin.checkpoints.02015"],
    [{ bitcoin: { checkpoints: {}, difficulty: "high" } }, "bitcoin.difficulty"],
  ];
  for (const [content, part] of wrong) expect(read(content)).toEqual({ problem: "part", part });
});

test("what is not JSON, or of a version to come, is no trust file that can be used", () => {
  const twice = '{"attestampTrust":1,"witnesses":[],"witnesses":["shipped"]}';
  for (const text of ["", "{", "[]", "null", "1", "\u{feff}{}", twice]) {
    expect([text, readTrustFile(bytesOf(text), shippedLists)]).toEqual([text, { problem: "json" }]);
  }
  for (const text of ["{}", '{"attestampTrust":2}', '{"attestampTrust":"1"}']) {
    expect([text, readTrustFile(bytesOf(text), shippedLists)]).toEqual([text, { problem: "version" }]);
  }
});

test("a file is a trust file if it says so, whatever its name is", () => {
  const broken = [
    '\u{feff}{"attestampTrust":1}',
    ' \n{ "attestampTrust" : 1,',
    '{"attestampTrust":1,"attestampTrust":2}',
  ];
  for (const text of ['{"attestampTrust":2}', ...broken])
    expect([text, isTrustFile(bytesOf(text))]).toEqual([text, true]);
  for (const text of ["", "{}", "[1]", "%PDF", "PK", "null", '"attestampTrust"']) {
    expect([text, isTrustFile(bytesOf(text))]).toEqual([text, false]);
  }
});
