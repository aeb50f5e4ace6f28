/**
 * `bun run deployment`: tries the built executable; builds the image of the Dockerfile with docker, podman or buildah,
 * starts it, and stamps a PDF and a Word document in it; checks the samples for systemd, Caddy and nginx with these
 * programs. Prints `passed`, `failed` or `skipped` for each: a step without its program is skipped, which does not
 * count as passed.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildImage, findEngine, tryImage } from "./deployment/image.ts";
import { canRestrict, tryRestricted } from "./deployment/restricted.ts";
import { listSamples } from "./deployment/samples.ts";
import { refuseOwnPath } from "./release/own-path.ts";
import { tryExecutable } from "./release/try.ts";

const context = join(import.meta.dir, "../..");
const scratch = mkdtempSync(join(tmpdir(), "attestamp-deployment-"));
const executable = join(context, "dist/attestamp");
try {
  if (existsSync(executable)) {
    await attempt("dist/attestamp has no path of this machine", () => refuseOwnPath(executable));
    await attempt("dist/attestamp stamps a PDF", async () => console.log(await tryExecutable(executable)));
    if (await canRestrict())
      await attempt("with the restrictions of the image, it stamps a PDF and a Word document", () =>
        tryRestricted(executable, scratch),
      );
    else console.log("skipped: the restrictions of the image need root, and the right to mount");
  } else console.log("skipped: dist/attestamp was not tried, since it is not built");
  const engine = await findEngine();
  if (engine === undefined) {
    console.log("skipped: the image was not built, since no docker, podman or buildah answers here");
  } else if (await attempt(`${engine} builds the image`, () => buildImage(engine, context))) {
    if (engine === "buildah") console.log("skipped: the image was not started, since only buildah is here");
    else await attempt("the image stamps a PDF and a Word document", () => tryImage(engine, scratch));
  }
  for (const { program, check } of listSamples(join(context, "src/server/deployment"), scratch)) {
    if (Bun.which(program)) await attempt(`${program} accepts its sample`, check);
    else console.log(`skipped: the sample for ${program} was not checked, since ${program} is not installed`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function attempt(what: string, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    console.log(`passed: ${what}`);
    return true;
  } catch (error) {
    console.log(`failed: ${what}\n${String(error)}`);
    if (error instanceof Bun.$.ShellError) console.log(`${error.stdout}\n${error.stderr}`);
    process.exitCode = 1;
    return false;
  }
}
