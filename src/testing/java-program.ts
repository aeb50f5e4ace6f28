import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const jars = ["bcprov", "bcutil", "bcpkix"].map((name) => `/usr/share/java/${name}.jar`);
/** For programs that run for a moment: the optimizing compiler and parallel garbage collection would cost more. */
const short = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
/** The folders of compiled programs, by source file. */
const compiled = new Map<string, string>();
process.on("exit", () => {
  for (const folder of compiled.values()) rmSync(folder, { recursive: true, force: true });
});

/**
 * The output of the class `name` in a Java source file, with Bouncy Castle at hand. The file is compiled once per
 * process. Throws if Java or Bouncy Castle is missing, or if the program fails.
 */
export function runJava(
  source: string,
  name: string,
  args: string[],
  stdin: Uint8Array = new Uint8Array(),
): string {
  if (!Bun.which("javac") || !jars.every((jar) => existsSync(jar)))
    throw new Error("This test needs the Debian packages default-jdk-headless and libbcpkix-java.");
  const classes = compiled.get(source) ?? compile(source);
  compiled.set(source, classes);
  const classPath = [...jars, classes].join(":");
  return run(["java", ...short, "--class-path", classPath, name, ...args], stdin);
}

function compile(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-java-"));
  run([
    "javac",
    ...short.map((option) => `-J${option}`),
    "--class-path",
    jars.join(":"),
    "-d",
    folder,
    source,
  ]);
  return folder;
}

function run(command: string[], stdin: Uint8Array = new Uint8Array()): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin });
  if (exitCode !== 0) throw new Error(`Java could not run: ${stderr}`);
  return `${stdout}`;
}
