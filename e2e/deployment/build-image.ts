import { cpSync, existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Instruction, Stage } from "./read-dockerfile.ts";
import { rootedIn } from "./rooted-in.ts";

/** A root folder after all instructions of its stage, and how its program is to be started there. */
export type Image = {
  root: string;
  environment: Record<string, string>;
  user: string;
  folder: string;
  command: string[];
  healthCheck: string[];
};

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** What the machine knows of networks, certificates and packages it has fetched before. */
const machine = ["/etc/resolv.conf", "/etc/hosts", "/root/.bun/install/cache", "/root/.npmrc"];
const certificates = { here: "/etc/ssl/certs/ca-certificates.crt", inside: "/run/certificates.crt" };
/** They say how the program is run, not what is in the image. */
const silent = ["VOLUME", "EXPOSE", "LABEL"];

/**
 * Carries out a stage's instructions as they are written, in a root folder of its own. Throws at the first that
 * fails.
 */
export async function buildImage(
  stage: Stage,
  root: string,
  context: string,
  earlier: Map<string, Image>,
): Promise<Image> {
  const image: Image = {
    root,
    environment: { PATH: path },
    user: "root",
    folder: "/",
    command: [],
    healthCheck: [],
  };
  for (const instruction of stage.instructions) {
    console.log(`  ${instruction.name} ${instruction.words.replace(/\s+/g, " ").slice(0, 100)}`);
    await carryOut(instruction, image, context, earlier);
  }
  return image;
}

async function carryOut(
  { name, words }: Instruction,
  image: Image,
  context: string,
  earlier: Map<string, Image>,
): Promise<void> {
  if (name === "RUN") await runAsRoot(image, words);
  else if (name === "COPY") copy(words.split(/\s+/), image, context, earlier);
  else if (name === "WORKDIR") setFolder(image, words);
  else if (name === "ENV")
    Object.assign(image.environment, Object.fromEntries(words.split(/\s+/).map((pair) => pair.split("="))));
  else if (name === "USER") image.user = words;
  else if (name === "HEALTHCHECK") image.healthCheck = JSON.parse(words.slice(words.indexOf("[")));
  else if (name === "ENTRYPOINT" || name === "CMD") image.command.push(...JSON.parse(words));
  else if (!silent.includes(name)) throw new Error(`The Dockerfile has ${name}, which is not known here.`);
}

function setFolder(image: Image, words: string): void {
  image.folder = words;
  mkdirSync(join(image.root, words), { recursive: true });
}

function copy(words: string[], { root, folder }: Image, context: string, earlier: Map<string, Image>): void {
  const from = /^--from=(.+)$/.exec(words[0] ?? "")?.[1];
  const source = from === undefined ? context : earlier.get(from)?.root;
  if (source === undefined) throw new Error(`There is no stage ${from}.`);
  const paths = from === undefined ? words : words.slice(1);
  const target = join(root, paths.at(-1)?.startsWith("/") ? "" : folder, paths.at(-1) ?? "");
  for (const one of paths.slice(0, -1)) {
    const isInto = (paths.at(-1) ?? "").endsWith("/");
    cpSync(join(source, one), isInto ? join(target, basename(one)) : target, { recursive: true });
  }
}

async function runAsRoot({ root, environment, folder }: Image, words: string): Promise<void> {
  const shared = machine.filter((one) => existsSync(one)).flatMap((one) => ["--ro-bind", one, one]);
  if (existsSync(certificates.here)) shared.push("--ro-bind", certificates.here, certificates.inside);
  const command = [
    "bwrap",
    ...rootedIn(root),
    ...shared,
    "--cap-add",
    "ALL",
    "--chdir",
    folder,
    "sh",
    "-c",
    words,
  ];
  const child = Bun.spawn(command, {
    env: { ...environment, HOME: "/root", NODE_EXTRA_CA_CERTS: certificates.inside },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`RUN ${words}\n${said.join("").slice(-3000)}`);
}
