/**
 * `bun run deployment [ROOT]`: builds the image of the Dockerfile without a container engine, in root folders made by
 * debootstrap (or copied from ROOT), starts it as its user, and has a PDF and a Word document stamped. Checks the
 * samples for systemd, nginx and Caddy with their own programs, where these are. Needs Linux, root and bubblewrap.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildImage, type Image } from "./deployment/build-image.ts";
import { doMainJob } from "./deployment/main-job.ts";
import { readDockerfile } from "./deployment/read-dockerfile.ts";
import { checkSamples } from "./deployment/samples.ts";

const context = join(import.meta.dir, "..");
const [given] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "attestamp-deployment-"));
try {
  await checkSamples(join(context, "src/deployment"), scratch);
  const stages = readDockerfile(readFileSync(join(context, "Dockerfile"), "utf8"));
  const debian = given ?? (await bootstrap(stages.at(-1)?.image ?? ""));
  const built = new Map<string, Image>();
  for (const stage of stages) {
    console.log(`FROM ${stage.image}`);
    const root = join(scratch, stage.alias ?? "image");
    await Bun.$`cp -a ${debian} ${root}`;
    if (stage.image.startsWith("oven/bun:")) cpSync(process.execPath, join(root, "usr/local/bin/bun"));
    built.set(stage.alias ?? "image", await buildImage(stage, root, context, built));
  }
  const image = built.get("image");
  if (!image) throw new Error("The Dockerfile ends with no image.");
  await doMainJob(image, scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A bare system of the release that the image's name says. */
async function bootstrap(image: string): Promise<string> {
  const release = /^debian:(\w+)-slim$/.exec(image)?.[1];
  if (release === undefined) throw new Error(`${image} is no release of Debian.`);
  const root = join(scratch, "debian");
  if (!existsSync("/usr/sbin/debootstrap"))
    throw new Error("debootstrap is missing: apt-get install debootstrap");
  await Bun.$`debootstrap --variant=minbase ${release} ${root}`.quiet();
  return root;
}
