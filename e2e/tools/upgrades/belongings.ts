import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../../support/client.ts";
import { type Belongings, countEntries, download, downloadCertificate, sha256 } from "./people.ts";

const root = join(import.meta.dir, "../../..");

/**
 * Throws an error unless people still have everything: the password signs in, every file has the same bytes and is on
 * record, the console verifier accepts it with its pack, and the project opens, also for others. Files are written to
 * the scratch folder.
 */
export async function checkBelongings(origin: string, had: Belongings, scratch: string): Promise<Client> {
  const client = await Client.signIn(origin, had.username);
  for (const document of had.attested) {
    const { id, serialNumber, stampedSha256, certificateSha256 } = document;
    const view = await client.document(id);
    expectSame(`the serial number of ${id}`, view.serialNumber, serialNumber);
    const files = {
      stamped: await download(client, id),
      "certificate.pdf": await downloadCertificate(client, id),
      "pack.zip": await client.bytes(`/api/documents/${id}/evidence`),
    };
    expectSame(`the copy of ${id}`, sha256(files.stamped), stampedSha256);
    expectSame(`the certificate of ${id}`, sha256(files["certificate.pdf"]), certificateSha256);
    await client.withoutCookies().bytes(`/api/verify/${serialNumber}`);
    const paths = Object.entries(files).map(([name, bytes]) => {
      const path = join(scratch, `${serialNumber}-${name}`);
      writeFileSync(path, bytes);
      return path;
    });
    await run(["verify", ...paths, "--origin", origin, "--level", "own-clock"]);
  }
  if (had.project) {
    const { id, shareToken, entries, shared } = had.project;
    const now = await countEntries(client, id, shareToken);
    expectSame("the number of entries in the project", now.entries, entries);
    expectSame("the number of documents behind the link", now.shared, shared);
  }
  return client;
}

/** They need something to search for, or an office that was chosen. */
const needMore = /^\/api\/(admin\/documents\/search|office(\/.*)?)$/;

/** Requests everything that the pages of an administrator read without naming something; nothing may be refused. */
export async function openPages(client: Client): Promise<void> {
  const { paths }: { paths: Record<string, { get?: Call }> } = JSON.parse(
    await read(client, "/api/openapi.json"),
  );
  for (const [path, { get }] of Object.entries(paths)) {
    const isOwn = get?.security?.length !== 0 && !path.includes("{") && !needMore.test(path);
    if (get && isOwn && !get.parameters?.some(({ required }) => required)) await read(client, path);
  }
}

type Call = { security?: object[]; parameters?: { required?: boolean }[] };

async function read(client: Client, path: string): Promise<string> {
  return new TextDecoder().decode(await client.bytes(path));
}

/** Runs a command of this version, or of the program in another folder. Throws what it printed if it fails. */
export async function run(words: string[], env: Record<string, string> = {}, folder = root): Promise<void> {
  const command = [process.execPath, join(folder, "src/main.ts"), ...words];
  const { exitCode, stdout, stderr } = await Bun.$`${command}`
    .env({ ...process.env, ...env })
    .quiet()
    .nothrow();
  if (exitCode !== 0) throw new Error(`${words.join(" ")} exited with ${exitCode}:\n${stdout}${stderr}`);
}

function expectSame<Value>(what: string, is: Value, was: Value): void {
  if (is !== was) throw new Error(`${what} was ${was}, and is ${is}.`);
}
