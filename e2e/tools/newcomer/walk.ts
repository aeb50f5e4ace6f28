/**
 * What is typed for a command of docs/install.md: the command itself with the names that stand for others replaced, or
 * nothing, for a reason.
 */
export type Step = { typed: string } & (
  | { isLeft?: boolean; asks?: string; replaced?: Record<string, string> }
  | { leftOut: string }
);

const atPublisher = "needs what a publisher sets up, and servers of others";
const otherPlace = "is for another kind of machine";

/**
 * Every command of the page, under the headings in its order, as a newcomer types it. `isLeft`: it keeps running in a
 * terminal of its own. `asks`: what the newcomer answers.
 */
export const walks: Readonly<Record<string, readonly Step[]>> = {
  "## A release": [
    { typed: "sha256sum --check --ignore-missing SHA256SUMS" },
    { typed: "minisign -V -p minisign.pub -m SHA256SUMS" },
    { typed: "gh attestation verify ARCHIVE --repo OWNER/NAME", leftOut: atPublisher },
    {
      typed:
        "cosign verify-blob --bundle SHA256SUMS.sigstore.json --certificate-identity " +
        "https://github.com/OWNER/NAME/.github/workflows/release.yml@refs/tags/vVERSION " +
        "--certificate-oidc-issuer https://token.actions.githubusercontent.com SHA256SUMS",
      leftOut: atPublisher,
    },
    { typed: "tar -xzf attestamp-VERSION-linux-x64.tar.gz" },
    { typed: "cd attestamp-VERSION-linux-x64" },
    { typed: "./attestamp version" },
    { typed: "./attestamp serve", isLeft: true },
    { typed: "./attestamp admin create NAME", asks: "", replaced: { NAME: "ann" } },
    { typed: "attestamp verify PACK ARCHIVE --origin https://…", leftOut: atPublisher },
  ],
  "## With Docker": [
    { typed: "apt-get install docker.io docker-compose docker-buildx" },
    { typed: "docker compose up -d" },
    {
      typed: "docker compose exec attestamp attestamp admin create NAME",
      asks: "",
      replaced: { NAME: "ann" },
    },
    { typed: "docker compose exec attestamp attestamp doctor", asks: "" },
    { typed: "sysctl -w net.ipv4.ip_unprivileged_port_start=80", leftOut: otherPlace },
  ],
  "## With systemd": [
    { typed: "bun run build", leftOut: "is the other way to an executable" },
    { typed: "useradd --system attestamp", leftOut: "is for the service of systemd" },
    { typed: "systemctl enable --now attestamp", leftOut: "needs systemd as the first process" },
  ],
  "## From source": [{ typed: "bun start", isLeft: true }],
  "## What the machine needs": [{ typed: "attestamp unpack-libraries", leftOut: "the image has done it" }],
  "## Before other people use it": [
    { typed: "attestamp mail test ADDRESS", leftOut: "needs a mail server" },
    { typed: "attestamp config check --connect", leftOut: "needs servers of others" },
    { typed: "attestamp doctor", leftOut: "is typed with Docker" },
  ],
};

/** The steps under a heading that are typed; `word` replaces `VERSION` by the release that is tried. */
export function stepsOf(heading: string, replaced: Record<string, string> = {}) {
  return (walks[heading] ?? []).flatMap((step) => {
    if ("leftOut" in step) return [];
    const words = Object.entries({ ...step.replaced, ...replaced });
    const command = words.reduce((text, [from, to]) => text.replaceAll(from, to), step.typed);
    return [{ command, isLeft: step.isLeft ?? false, asks: step.asks }];
  });
}
