/**
 * `bun run release [--tag vX.Y.Z] [--platform NAME…] [--here] [--twice] [--dry-run]`: builds a release into
 * dist/release: an archive for each platform, an SBOM, SHA256SUMS and, with a key or a server in the environment, their
 * signature and attestation. Without --tag, it is a snapshot. --here builds only for this kind of machine. --twice
 * builds in two fresh clones and compares. --only-build neither tries, signs nor attests; --only-sign continues from
 * there. --dry-run does all but sign and attest, and says which steps follow. Only the workflow publishes.
 * docs/releasing.md has the steps.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { thisPlatform } from "../../src/server/executable/platforms.ts";
import { attest, attestingServer } from "./release/attest.ts";
import { buildRelease, executablePath } from "./release/build.ts";
import { git } from "./release/git.ts";
import { listNextSteps } from "./release/next-steps.ts";
import { releasePlatforms } from "./release/platforms.ts";
import { sign, signingKey } from "./release/sign.ts";
import { listArtifacts, writeSums } from "./release/sums.ts";
import { tryExecutable } from "./release/try.ts";
import { buildTwice } from "./release/twice.ts";
import { checkVersion, findNotes } from "./release/version.ts";

const root = join(import.meta.dir, "../..");
const out = join(root, "dist/release");

const { values } = parseArgs({
  options: {
    tag: { type: "string" },
    platform: { type: "string", multiple: true },
    here: { type: "boolean", default: false },
    twice: { type: "boolean", default: false },
    "only-build": { type: "boolean", default: false },
    "only-sign": { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  },
});

if (values["dry-run"] && values["only-sign"])
  throw new Error("--dry-run signs nothing, and --only-sign does only that.");

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { version, isRelease } = checkVersion(packageJson.version, changelog, values.tag);
const platforms = choosePlatforms();
const changes = await git("status", "--porcelain");
if (isRelease && changes !== "")
  throw new Error(`A release is built from a commit. Not committed:\n${changes}`);

if (!values["only-sign"]) await (values.twice ? buildAndCompare() : buildOnce());
if (!values["only-build"]) await complete();

async function buildOnce(): Promise<void> {
  await buildRelease({ version, platforms, out });
  const own = platforms.find(({ platform }) => platform === thisPlatform);
  if (own && !values["only-build"])
    console.log(`tried: ${own.name} stamped ${await tryExecutable(executablePath(own))}`);
}

async function buildAndCompare(): Promise<void> {
  const tag = values.tag === undefined ? [] : ["--tag", values.tag];
  const differences = await buildTwice(
    [...tag, ...platforms.flatMap(({ name }) => ["--platform", name])],
    out,
  );
  if (differences.length > 0) throw new Error(`Two builds of one commit differ.\n${differences.join("\n")}`);
  console.log("Two builds gave the same bytes.");
}

/** Adds sums, signature, attestation and notes, and lists everything. */
async function complete(): Promise<void> {
  const title = `Attestamp ${version}`;
  const sums = await writeSums(out);
  const isDry = values["dry-run"];
  const key = isDry ? undefined : signingKey(process.env);
  if (key) await sign(sums, key, title);
  const server = isDry ? undefined : attestingServer(process.env);
  if (server) console.log(await attest(out, title, server));
  await writeFile(join(root, "dist/release-notes.md"), `${findNotes(version, changelog) ?? "A snapshot."}\n`);
  const state = changes === "" ? "" : " with changes that are not committed";
  console.log(`\n${isRelease ? "Release" : "Snapshot"} ${version}${state}`);
  for (const { name, bytes, sha256 } of await listArtifacts(out))
    console.log(`${sha256}  ${String(bytes).padStart(11)}  ${name}`);
  if (isDry) {
    console.log("\nA dry run: nothing was signed, sent or published. A release goes on with:");
    for (const step of listNextSteps(process.env, values.tag)) console.log(`- ${step}`);
    return;
  }
  if (!key) console.log("Not signed with minisign: the environment has no MINISIGN_SECRET_KEY.");
  if (!server) console.log("Not attested: the environment has no ATTESTAMP_SERVER and ATTESTAMP_TOKEN.");
}

function choosePlatforms() {
  const named = values.here
    ? releasePlatforms.filter(({ platform }) => platform === thisPlatform)
    : undefined;
  const names = values.platform;
  const chosen = named ?? releasePlatforms.filter(({ name }) => names?.includes(name) ?? true);
  if (chosen.length > 0 && (named || !names || chosen.length === names.length)) return chosen;
  throw new Error(`The platforms are ${releasePlatforms.map(({ name }) => name).join(", ")}.`);
}
