import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillLog, isNewestCheckpointStored } from "../../issuing/log/test-log.ts";
import { witnessLog } from "../../issuing/witnesses/ask-witnesses.service.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { printFilesUrl } from "../../platform/files/s3-settings.ts";
import { programTitle } from "../../program-info.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { readConfig } from "../read-config.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function doctor(dataDir: string, settings: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../main.ts"), "doctor"], {
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: dataDir,
      ANCHORS: "off",
      CONVERTER: "off",
      ORIGIN: "https://a.test",
      ...settings,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}

/** Every file with its size and time, except SQLite's auxiliary files and the files for warming up a child. */
function listContents(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => !/-(wal|shm)$|^(tmp|cache)/.test(name),
  );
  return names.map(
    (name) => `${name} ${statSync(join(folder, name)).size} ${statSync(join(folder, name)).mtimeMs}`,
  );
}

test("before the first start doctor reports what is missing, and creates nothing [threat R22]", async () => {
  const folder = join(newFolder(), "not-yet");
  const { code, out } = await doctor(folder, { SMTP_URL: "smtp://mail.example.org" });
  expect(out).toStartWith(`${programTitle()}\n`);
  expect([code, out]).toEqual([0, expect.stringContaining("is empty: the first start will fill it")]);
  expect(existsSync(folder)).toBe(false);
});

test("in a new checkout doctor says that the first start will fill the data folder", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "README.md"), "");
  expect((await doctor(folder)).out).toContain("is empty: the first start will fill it");
});

test("doctor says that no one independent confirms the times, and what to do", async () => {
  const sentence = "no public time-stamp authority or witness, and no calendar with a block explorer, is set";
  const { out } = await doctor(newFolder());
  expect(out).toContain(sentence);
  expect(out).toContain("every verifier says that only this server vouches for its times");
  expect((await doctor(newFolder(), { ANCHORS: "on" })).out).not.toContain(sentence);
});

test("doctor says that calendars without block explorers confirm no time", async () => {
  const calendars = { OTS_CALENDARS: "https://calendar.example.org" };
  const warning = "there are calendars, but no block explorers";
  expect((await doctor(newFolder(), calendars)).out).toContain(warning);
  const complete = { ...calendars, BITCOIN_EXPLORERS: "https://explorer.example.org/api" };
  expect((await doctor(newFolder(), complete)).out).not.toContain(warning);
});

test("doctor says who confirms the head of the log, and when each last answered", async () => {
  const dataDir = newFolder();
  const list = { ANCHORS: "calendar http://127.0.0.1:9,authority http://127.0.0.1:9/tsa" };
  const { anchorAuthorities, otsCalendars } = readConfig(list);
  const server = await startTestServer({ config: { dataDir, anchorAuthorities, otsCalendars } });
  expect((await doctor(dataDir, list)).out).toContain("no head of the log was sent out to be confirmed yet");
  await fillLog(server.deps, 1);
  await witnessLog(server.deps, new AbortController().signal);
  const { out } = await doctor(dataDir, list);
  expect(out).toContain(
    "Not yet anchored: no one has confirmed the newest head of the log. No head was ever",
  );
  expect(out).toMatch(/^ +authority 127\.0\.0\.1:9: has not answered yet; fails since \d{4}-.*: \S+/m);
  expect(out).toMatch(/^ +calendar 127\.0\.0\.1:9: has not answered yet; fails since/m);
  expect((await doctor(dataDir)).out).not.toContain("anchored");
  await server.stop();
});

test("a server's missing requirements are listed with remedies", async () => {
  const settings = { CONVERTER: "/no/soffice", ORIGIN: "", SMTP_URL: "smtp://mail.example.org" };
  const { code, out, err } = await doctor(newFolder(), settings);
  expect([code, err.trim()]).toEqual([1, "2 things are wrong."]);
  expect(out).toContain("WRONG  LibreOffice, for Word documents\n       there is none at /no/soffice");
  expect(out).toContain("What to do: Install it with: apt-get install");
  expect(out).toContain("mails would come from no-reply@localhost");
  expect(out).toContain("note   the public address");
});

test("doctor checks everything while the server is running and changes nothing; errors are explained", async () => {
  const dataDir = newFolder();
  const server = await startWorkingServer({ config: { dataDir } });
  const person = await newPerson(server);
  expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
  await until("the newest checkpoint is stored", () => isNewestCheckpointStored(server.deps));
  const before = listContents(dataDir);
  const sound = await doctor(dataDir);
  expect([sound.code, sound.err, sound.out]).toEqual([0, "", expect.not.stringContaining("WRONG")]);
  expect(sound.out.match(/^ok /gm)?.length).toBeGreaterThan(15);
  expect(listContents(dataDir)).toEqual(before);
  sqlOf(server.deps.db).exec("UPDATE users SET is_deleted = 1");
  const { code, out } = await doctor(dataDir);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/WRONG {2}accounts\n {7}account \S+ is deleted but still/),
  ]);
  await server.stop();
});

test("a timeline that an earlier version left unstamped is explained, and the next start stamps it once", async () => {
  const dataDir = newFolder();
  const server = await startWorkingServer({ config: { dataDir } });
  const person = await newPerson(server);
  const project = String((await person.post("/api/projects", { name: "Thesis" })).body.id);
  const { id } = await uploadFile(person, "Timeline of Thesis.pdf");
  // The row as written by that version, before it queued the job.
  sqlOf(server.deps.db)
    .prepare("UPDATE documents SET project_id = ?, kind = 'timeline', timeline = ? WHERE id = ?")
    .run(project, JSON.stringify({ entries: 1, chain: "a".repeat(64) }), id);
  await server.stop();
  const left = await doctor(dataDir);
  expect([left.code, left.out]).toEqual([1, expect.stringContaining(`document ${id} is a timeline`)]);
  expect(left.out).toContain("What to do: An earlier version was stopped before it stamped them. Start the");

  for (let start = 1; start <= 2; start += 1) {
    const again = await startWorkingServer({ config: { dataDir } });
    const rows = sqlOf(again.deps.db);
    const status = rows.prepare("SELECT status FROM documents WHERE id = ?").pluck();
    await until("the timeline is stamped", async () => status.get(id) === "completed");
    const used = rows.prepare("SELECT plan FROM stamp_usage WHERE document_id = ?").all(id);
    await again.stop();
    expect(used).toEqual([{ plan: "timeline" }]);
    const { code, out } = await doctor(dataDir);
    expect([code, out]).toEqual([0, expect.not.stringContaining("WRONG")]);
  }
});

test("if a bucket refuses its credentials, doctor says so and does not advise to restore a backup", async () => {
  const dataDir = newFolder();
  const server = await startTestServer({ config: { dataDir } });
  await uploadFile(await newPerson(server));
  await server.stop();
  const refusal = "<Error><Code>InvalidAccessKeyId</Code><Message>No such key</Message></Error>";
  const bucket = Bun.serve({ port: 0, fetch: () => new Response(refusal, { status: 403 }) });
  for (const name of fileAreas) rmSync(join(dataDir, name), { recursive: true });
  const settings = {
    FILES_URL: "s3://documents",
    S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    S3_ACCESS_KEY_ID: "revoked",
    S3_SECRET_ACCESS_KEY: "revoked",
  };
  const { s3 } = readConfig(settings);
  if (s3) writeFileSync(join(dataDir, "files-url"), `${printFilesUrl(s3)}\n`);
  const { code, out } = await doctor(dataDir, settings);
  await bucket.stop(true);
  expect([code, out]).toEqual([1, expect.stringContaining("403 InvalidAccessKeyId No such key")]);
  expect(out).toContain("do not restore a backup for this");
  expect(out).not.toContain("Restore the files from a backup");
});
