import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, smallPdf, startWorkingServer } from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";

const program = join(import.meta.dir, "../../main.ts");
let server: TestServer;
let owner: TestClient;
let folder: string;

beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await newPerson(server);
  folder = makeTestFolder();
  mkdirSync(join(folder, "work"));
  writeFileSync(join(folder, "work/lease.pdf"), smallPdf());
  writeFileSync(join(folder, "secret.pdf"), smallPdf(2));
});

/** Runs `use` with a client of the Model Context Protocol that started the command with a token of these scopes. */
async function withClient(
  scopes: string[],
  use: (
    call: (name: string, input: object) => Promise<{ text: string; isError: boolean }>,
    client: Client,
  ) => Promise<void>,
  words: string[] = [],
): Promise<void> {
  const made = await owner.post("/api/tokens", { name: "model", scopes, exactScopes: true });
  const client = new Client({ name: "test", version: "1" });
  const env = { ATTESTAMP_SERVER: server.origin, ATTESTAMP_TOKEN: String(made.body.token) };
  const args = [program, "mcp", join(folder, "work"), ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  try {
    await use(async (name, input) => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
      return { text: content.map((part) => ("text" in part ? part.text : "")).join(""), isError };
    }, client);
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

const all = ["documents:read", "documents:write", "collections:read", "collections:write"];

test("a model attests, stamps, verifies and lists files in the folder that it was given", () =>
  withClient(all, async (call, client) => {
    const { tools } = await client.listTools();
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      "attest_files",
      "list_documents",
      "stamp_file",
      "verify_files",
    ]);
    expect(readOnly.toSorted()).toEqual(["list_documents", "verify_files"]);

    const stamped = JSON.parse((await call("stamp_file", { file: "lease.pdf" })).text);
    expect(stamped.files[0]).toBe("Stamped_lease.pdf");
    const attested = JSON.parse((await call("attest_files", { files: ["lease.pdf"], title: "Lease" })).text);
    expect(attested.files).toHaveLength(3);
    expect(readdirSync(join(folder, "work")).toSorted()).toEqual([
      "Attested_Lease",
      "Certificate_of_Affidavit_lease.pdf",
      "Stamped_lease.pdf",
      "lease.pdf",
    ]);
    const [report] = JSON.parse((await call("verify_files", { files: ["Stamped_lease.pdf"] })).text);
    expect(report).toMatchObject({ kind: "stamped", verdict: "claimed" });
    const { documents } = JSON.parse((await call("list_documents", { query: "lease" })).text);
    expect(documents.map(({ serialNumber }: { serialNumber: string }) => serialNumber)).toContain(
      stamped.serialNumber,
    );
  }));

test("[threat W8] a model that is told to send other files reaches none outside of the folder, even by a link", () =>
  withClient(all, async (call) => {
    symlinkSync(join(folder, "secret.pdf"), join(folder, "work/link.pdf"));
    for (const file of ["../secret.pdf", join(folder, "secret.pdf"), "link.pdf", "../work-2/a.pdf"]) {
      for (const [name, input] of [
        ["stamp_file", { file }],
        ["attest_files", { files: ["lease.pdf", file], title: "Both" }],
        ["verify_files", { files: [file] }],
      ] as const) {
        expect(await call(name, input)).toEqual({
          isError: true,
          text: `${file} is not in the folder that this server was started for. (file-outside-folder)`,
        });
      }
    }
    expect((await owner.get("/api/documents")).text).toBe("[]");
  }));

test("[threat W8] a model writes no results through a link that leads out of the folder", () =>
  withClient(all, async (call) => {
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "work/Attested_Both"));
    expect(await call("attest_files", { files: ["lease.pdf"], title: "Both" })).toEqual({
      isError: true,
      text: "Attested_Both is not in the folder that this server was started for. (file-outside-folder)",
    });
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
    expect((await owner.get("/api/collections")).text).toBe("[]");
  }));

test("a model can do what the token's scopes allow, and reads why not", () =>
  withClient(["documents:read"], async (call) => {
    expect((await call("list_documents", {})).isError).toBe(false);
    const refused = await call("attest_files", { files: ["lease.pdf"], title: "Lease" });
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining("(access-token-lacks-scope)"),
    ]);
    const missing = await call("verify_files", { files: ["gone.pdf"] });
    expect([missing.isError, missing.text]).toEqual([
      true,
      expect.stringContaining("(local-path-not-found)"),
    ]);
  }));

test("with --read-only, a model has no tool that sends or stamps anything", () =>
  withClient(
    all,
    async (_, client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual(["list_documents", "verify_files"]);
    },
    ["--read-only"],
  ));
