import { z } from "zod";
import { AppError } from "../../errors.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";

/** The part of GitHub's and Forgejo's description of a release that counts. */
const releaseSchema = z.object({ tag_name: z.string().regex(/^v?\d+\.\d+\.\d+$/) });

/**
 * The version of the release that is described at `address`, if it is newer than `version`. The request says nothing
 * about this server. Throws AppError if the address cannot be read or describes no release.
 */
export async function findNewerRelease(address: string, version: string): Promise<string | undefined> {
  const text = new TextDecoder().decode(await fetchBytes(address));
  const release = releaseSchema.safeParse(parse(text));
  if (!release.success)
    throw new AppError("unavailable", "release-unreadable", "{address} describes no release.", {
      params: { address },
    });
  const newest = release.data.tag_name.replace(/^v/, "");
  return isNewer(newest, version) ? newest : undefined;
}

/** Whether a release came after a version, which may be a build on the way to a release, such as 1.1.0-dev. */
function isNewer(release: string, version: string): boolean {
  const [numbers = "", before] = version.split("-", 2);
  const order = Bun.semver.order(release, numbers);
  return order === 1 || (order === 0 && before !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
