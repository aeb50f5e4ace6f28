import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, writeTarGz, writeZip } from "./archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "attestamp-archive-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const time = new Date("2027-03-01T23:30:00Z");
const entries: Entry[] = [
  { name: "attestamp", bytes: new Uint8Array(1000).fill(7), isProgram: true },
  { name: "LICENSE", bytes: Buffer.from("Terms") },
];

test("tar unpacks the program with the right to run it", async () => {
  const path = join(scratch, "release.tar.gz");
  writeFileSync(path, writeTarGz("attestamp-1.1.0", entries, time));
  await Bun.$`tar -xzf ${path} -C ${scratch}`;
  const program = join(scratch, "attestamp-1.1.0/attestamp");
  expect([readFileSync(program).length, statSync(program).mode & 0o777]).toEqual([1000, 0o755]);
  expect(statSync(program).mtime).toEqual(time);
  expect(readFileSync(join(scratch, "attestamp-1.1.0/LICENSE"), "utf8")).toBe("Terms");
});

test("the archive for Windows has the files and the time of the commit, in UTC", async () => {
  const path = join(scratch, "release.zip");
  writeFileSync(path, await writeZip("attestamp-1.1.0", entries, time));
  expect(await Bun.$`unzip -t ${path}`.text()).toContain("No errors detected");
  expect(await Bun.$`unzip -l ${path}`.text()).toMatch(
    /1000 +2027-03-01 23:30 +attestamp-1\.1\.0\/attestamp/,
  );
});

test("a commit in the hour that daylight saving skips has its own time in the archive for Windows", async () => {
  const program = `const { writeZip } = await import(${JSON.stringify(join(import.meta.dir, "archive.ts"))});
    const entries = [{ name: "LICENSE", bytes: new Uint8Array(1) }];
    await Bun.write(process.argv[1], await writeZip("late", entries, new Date("2027-03-28T02:30:00Z")));`;
  const path = join(scratch, "late.zip");
  await Bun.$`${process.execPath} -e ${program} ${path}`.env({ ...process.env, TZ: "Europe/Berlin" });
  expect(await Bun.$`unzip -l ${path}`.text()).toContain("2027-03-28 02:30");
});
