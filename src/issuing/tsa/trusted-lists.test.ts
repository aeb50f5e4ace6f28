import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testAuthority } from "../../evidence/test-pki.ts";
import { printListSigner } from "../../evidence/trust-lists/list-signers.ts";
import {
  grantedService,
  type ListFacts,
  printList,
  qualifiedAuthority,
  serviceStatuses,
  signList,
} from "../../evidence/trust-lists/test-trusted-lists.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { textOfPages } from "../../formats/pdf/test-tools.ts";
import { selfExec } from "../../platform/self-exec.ts";
import { reportTrustedLists } from "../../server/cli/describe-trusted-lists.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { type ExternalServer, startExternalTsa } from "../../testing/test-external-tsa.ts";
import { answeringQualified } from "../../testing/test-qualified-authority.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { listTrustedLists } from "./trusted-lists.repo.ts";
import { readListStates } from "./trusted-lists.service.ts";

setDefaultTimeout(600_000);

const scheme = testAuthority("Scheme");
const authority = qualifiedAuthority();
let outside: ExternalServer;
let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  outside = startExternalTsa();
  outside.state.behavior = answeringQualified(authority);
  const tsaRoots = encodePem("CERTIFICATE", authority.root.certificate);
  server = await startWorkingServer({ config: { tsaUrls: [outside.url], tsaRoots } });
});
afterAll(async () => {
  await server.stop();
  outside.stop();
});

/** Runs a command beside the server. */
async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([...selfExec, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: server.deps.config.dataDir, ANCHORS: "off" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

async function importList(
  facts: Partial<ListFacts>,
  signer = scheme,
): Promise<{ code: number; said: string }> {
  const services = [grantedService(authority.tsa.certificate)];
  const { dataDir } = server.deps.config;
  const [list, certificate] = [join(dataDir, "tmp/list.xml"), join(dataDir, "tmp/signer.pem")];
  const unsigned = printList({ services, nextUpdate: "2120-01-01T00:00:00Z", ...facts });
  writeFileSync(list, signList(unsigned, scheme.seal.privateKey));
  writeFileSync(certificate, printListSigner(signer.seal.certificate, ["ES"]));
  return run("trusted-list", "import", list, "--signer", certificate);
}

async function certificateOf(id: string): Promise<string> {
  const answer = await fetch(`${server.origin}/api/documents/${id}/certificate`, {
    headers: { cookie: person.cookie() },
  });
  return textOfPages(await answer.bytes()).join("");
}

/** The words on the certificate of a new document, of a new person, who has a free one. */
async function stampOne(): Promise<string> {
  person = await newPerson(server);
  return certificateOf(
    (await processFile(person, (await uploadFile(person, "lease.pdf", smallPdf())).id)).id,
  );
}

const stored = async () =>
  (await listTrustedLists(server.deps.db)).map(({ territory, sequence }) => `${territory} ${sequence}`);

test("the certificate says qualified only from the moment on when the operator imported a list that says so", async () => {
  const named = "OnlyAttestampsaysthatthisauthorityisindependent.";
  expect(await stampOne()).toContain(named);
  expect(await importList({}, testAuthority("Other"))).toMatchObject({ code: 1 });
  const { withdrawn } = serviceStatuses;
  const certificate = authority.tsa.certificate;
  const ended = [{ certificate, instances: [{ status: withdrawn, since: "2026-01-01T00:00:00Z" }] }];
  const others: Partial<ListFacts>[] = [{ services: ended as ListFacts["services"] }, { services: [] }];
  for (const [at, facts] of others.entries()) {
    expect(await importList({ ...facts, sequence: at + 1 })).toMatchObject({ code: 0 });
    expect(await stampOne()).toContain(named);
  }
  expect(await importList({ sequence: 7 })).toEqual({
    code: 0,
    said: "Imported: ES, version 7 of 2026-11-01 by Supervisory Body & Co, in force until 2120-01-01: 1 service for qualified timestamps.",
  });
  const said = await stampOne();
  expect(said).toContain("BythetrustedlistofES(version7),whichAttestampchecked,thisisaqualifiedtimestamp.");
  expect(said).toContain("Proofoftime:qualifiedtimestampatthetime.");
  expect(said).not.toContain(named);
  const { id } = await attestFiles(person, makeFiles(2));
  expect(await certificateOf(id)).toContain("thisisaqualifiedtimestamp.");
});

test("[threat V30] an earlier version of an imported list does not take its place, and the same one does", async () => {
  expect(await importList({ sequence: 9 })).toMatchObject({ code: 0 });
  expect(await importList({ sequence: 8 })).toEqual({
    code: 1,
    said: "Version 8 of the trusted list of ES is older than version 9, which this server has, or had before it was removed.",
  });
  expect(await stored()).toEqual(["ES 9"]);
  expect(await importList({ sequence: 9 })).toMatchObject({ code: 0 });
});

test("an imported list that is overdue makes no certificate say qualified", async () => {
  expect(await importList({ sequence: 10, nextUpdate: "2026-01-02T00:00:00Z" })).toMatchObject({ code: 0 });
  expect(await stampOne()).not.toContain("qualified");
});

test("a list that is too large to be used is refused, and the one before it stays", async () => {
  const before = await stored();
  const services = Array.from({ length: 5_000 }, () => grantedService(authority.tsa.certificate));
  expect(await importList({ sequence: 11, services })).toEqual({
    code: 1,
    said: "The trusted list of ES has more services and certificates than this program can use.",
  });
  expect(await stored()).toEqual(before);
});

test("the operator sees until when a list holds, two weeks before it is overdue, and can remove it", async () => {
  await importList({ sequence: 90, nextUpdate: "2120-01-01T00:00:00Z" });
  const reportAt = async (day: string) =>
    reportTrustedLists(await readListStates({ db: server.deps.db, now: () => Date.parse(day) }));
  expect(await reportAt("2119-12-17")).toEqual([
    "ok     the trusted list of ES, version 90, holds until 2120-01-01",
  ]);
  expect(await reportAt("2119-12-19")).toEqual([
    expect.stringMatching(
      /^note {3}the trusted list of ES, version 90, holds until 2120-01-01 only. Import its/,
    ),
  ]);
  expect(await reportAt("2120-01-02")).toEqual([
    expect.stringMatching(
      /^note .* is overdue since 2120-01-01 and makes nothing qualified. Import its next/,
    ),
  ]);
  expect((await run("trusted-list", "list")).said).toContain(
    "ES, version 90 of 2026-11-01 by Supervisory Body",
  );
  expect(await run("trusted-list", "remove", "ES")).toMatchObject({
    code: 0,
    said: "Removed the trusted list of ES. No earlier version can be imported after it.",
  });
  expect(await listTrustedLists(server.deps.db)).toEqual([]);
  expect((await run("trusted-list", "list")).said).toBe("This server has no trusted list.");
  expect(await run("trusted-list", "remove", "ES")).toMatchObject({ code: 1 });
});

test("[threat V30] a list that was removed makes nothing qualified, and no earlier version can be imported in its place", async () => {
  expect(await importList({ sequence: 95 })).toMatchObject({ code: 0 });
  expect(await run("trusted-list", "remove", "ES")).toMatchObject({ code: 0 });
  expect(await stampOne()).not.toContain("qualified");
  expect(await importList({ sequence: 94 })).toEqual({
    code: 1,
    said: "Version 94 of the trusted list of ES is older than version 95, which this server has, or had before it was removed.",
  });
  expect(await stored()).toEqual([]);
  expect(await importList({ sequence: 95 })).toMatchObject({ code: 0 });
  expect(await stored()).toEqual(["ES 95"]);
});
