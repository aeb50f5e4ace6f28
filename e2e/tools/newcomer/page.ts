/** The programs that our pages tell people to type. */
const programs =
  /^(docker|podman|attestamp|\.\/attestamp|bun|sha256sum|shasum|minisign|gh|cosign|tar|cd|apt-get|useradd|systemctl|sysctl)\s/;

/**
 * The commands under a heading of a page, in its order: the lines of blocks of `sh` and the code in sentences that
 * begins with a program and has words after it. `docker compose` alone is no command.
 */
export function readCommands(page: string, heading: string): string[] {
  const section = readSection(page, heading);
  const found = [...section.matchAll(/```sh\n([\s\S]*?)```|`([^`]+)`/g)];
  return found
    .flatMap(([, block, code = ""]) =>
      block === undefined ? [code.replaceAll(/\s+/g, " ")] : linesOf(block),
    )
    .filter((command) => programs.test(command) && !/^(docker compose|shasum -a 256)$/.test(command));
}

/** The text of a block of `sh` without comments; a line that ends with a backslash goes on in the next one. */
function linesOf(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim());
}

/** The lines under a heading up to the next one of any level. Throws an error if the page has no such heading. */
function readSection(page: string, heading: string): string {
  const at = page.indexOf(`\n${heading}\n`);
  if (at < 0) throw new Error(`The page has no heading "${heading}".`);
  const rest = page.slice(at + heading.length + 2);
  const end = rest.search(/^#/m);
  return end < 0 ? rest : rest.slice(0, end);
}
