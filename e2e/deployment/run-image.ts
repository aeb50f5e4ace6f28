import { join } from "node:path";
import type { Image } from "./build-image.ts";
import { rootedIn } from "./rooted-in.ts";

/**
 * The command that starts a program of the image as its user, who has no rights, in the image's root folder. Its /proc
 * is whole, as compose.yaml asks; processes are the machine's, since no container engine is here.
 */
export async function inImage(
  image: Image,
  command: string[],
  more: Record<string, string> = {},
): Promise<string[]> {
  const [uid, gid] = await idsOf(image);
  const settings = Object.entries({ ...image.environment, HOME: image.folder, ...more });
  const known = ["--clearenv", ...settings.flatMap(([name, value]) => ["--setenv", name, value])];
  const user = [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--no-new-privs",
    "--bounding-set=-all",
  ];
  const rights = ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"];
  return [
    "bwrap",
    ...rootedIn(image.root),
    ...known,
    ...rights,
    "--chdir",
    image.folder,
    "--die-with-parent",
    ...user,
    ...command,
  ];
}

async function idsOf({ root, user }: Image): Promise<[string, string]> {
  const users = await Bun.file(join(root, "etc/passwd")).text();
  const [, , uid, gid] =
    users
      .split("\n")
      .find((line) => line.startsWith(`${user}:`))
      ?.split(":") ?? [];
  if (uid === undefined || gid === undefined || uid === "0")
    throw new Error(`${user} is not an ordinary user.`);
  return [uid, gid];
}
