type Environment = Record<string, string | undefined>;

/**
 * What a release does after a dry run: what the same command would sign and send with this environment, and what only
 * the workflow does. `tag` is the release's, undefined for a snapshot.
 */
export function listNextSteps(env: Environment, tag: string | undefined): string[] {
  const { MINISIGN_SECRET_KEY, ATTESTAMP_SERVER, ATTESTAMP_TOKEN } = env;
  const own = [
    MINISIGN_SECRET_KEY
      ? "sign SHA256SUMS with minisign"
      : "no signature by minisign: the environment has no MINISIGN_SECRET_KEY",
    ATTESTAMP_SERVER && ATTESTAMP_TOKEN
      ? `send names, sizes and SHA-256 of all files to ${ATTESTAMP_SERVER}, which attests them`
      : "no attestation: the environment has no ATTESTAMP_SERVER and ATTESTAMP_TOKEN",
  ];
  if (tag === undefined) return [...own, "nothing else: without --tag, this is a snapshot"];
  return [
    ...own,
    `you tag the commit ${tag}, and push the tag`,
    "the workflow builds and tries the programs, signs with Sigstore, and drafts the release",
    "the workflow publishes the npm package and the image, if its settings say so (docs/releasing.md)",
  ];
}
