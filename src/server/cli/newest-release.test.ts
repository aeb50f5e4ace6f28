import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { programVersion } from "../../program-info.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { findNewerRelease } from "./newest-release.ts";

const asked: { path: string; said: string }[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    asked.push({ path: pathname + search, said: JSON.stringify(request.headers) + (await request.text()) });
    const tag = pathname.slice(1);
    return tag === "page" ? new Response("<html>") : Response.json({ tag_name: tag, draft: false });
  },
});
afterAll(() => server.stop(true));

const newerThan = (version: string, tag: string) => findNewerRelease(`${server.url}${tag}`, version);

test("a release is newer if its number is higher, and than every build on the way to it", async () => {
  expect(await newerThan("1.9.0", "v1.10.0")).toBe("1.10.0");
  expect(await newerThan("1.1.0-dev", "v1.1.0")).toBe("1.1.0");
  expect(await newerThan("1.1.0", "1.1.0")).toBeUndefined();
  expect(await newerThan("1.1.0-dev", "v1.0.9")).toBeUndefined();
});

test("an address that describes no release is refused", async () => {
  for (const path of ["page", "nightly", "v1.2"])
    await expect(newerThan("1.0.0", path)).rejects.toMatchObject({ code: "release-unreadable" });
});

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true }));

async function doctor(...words: string[]): Promise<string> {
  const env = {
    PATH: "/usr/bin:/bin",
    DATA_DIR: join(folder, "not-yet"),
    ANCHORS: "off",
    CONVERTER: "off",
  };
  const command = [process.execPath, join(import.meta.dir, "../../main.ts"), "doctor", ...words];
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "pipe" });
  return new Response(child.stdout).text();
}

test("doctor looks for a newer release only if it is asked to, and the request says nothing about the server", async () => {
  asked.length = 0;
  expect(await doctor()).not.toContain("release");
  expect(asked).toEqual([]);
  const out = await doctor("--check-release", `${server.url}v99.0.0`);
  expect(out).toContain(`note   the newest release\n       99.0.0 is out, and this is ${programVersion}`);
  expect(asked.map(({ path }) => path)).toEqual(["/v99.0.0"]);
  expect(asked[0]?.said).not.toContain(programVersion);
  expect(await doctor("--check-release", `${server.url}v0.0.1`)).toContain("ok     the newest release\n");
  expect(await doctor("--check-release", `${server.url}page`)).toContain("describes no release");
});
