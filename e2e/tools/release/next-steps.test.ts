import { expect, test } from "bun:test";
import { join } from "node:path";
import { listNextSteps } from "./next-steps.ts";

test("after a dry run, one reads what a release would sign, send and publish, and with which settings", () => {
  const server = "https://stamps.example.org";
  const keys = { MINISIGN_SECRET_KEY: "hush", ATTESTAMP_SERVER: server, ATTESTAMP_TOKEN: "atp_hush" };
  const steps = listNextSteps(keys, "v1.2.3").join("\n");
  for (const words of ["sign SHA256SUMS with minisign", server, "v1.2.3", "Sigstore", "npm package"])
    expect(steps).toContain(words);
  expect(steps).not.toContain("hush");
  const snapshot = listNextSteps({ ATTESTAMP_SERVER: server }, undefined).join("\n");
  expect(snapshot).toContain("has no MINISIGN_SECRET_KEY");
  expect(snapshot).toContain("has no ATTESTAMP_SERVER and ATTESTAMP_TOKEN");
  expect(snapshot).not.toMatch(/push|publish/);
});

test("a dry run signs nothing, so it is refused together with the step that only signs", async () => {
  const words = ["--dry-run", "--only-sign"];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../release.ts"), ...words], {
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toContain("--dry-run signs nothing");
  expect(await child.exited).toBe(1);
});
