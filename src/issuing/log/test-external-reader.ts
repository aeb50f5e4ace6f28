import { join } from "node:path";

/**
 * Builds `test-check-log.go`, which reads a log with Debian's Go packages for transparency logs, without network
 * access. Returns the path of the program.
 */
export async function buildExternalReader(folder: string): Promise<string> {
  const program = join(folder, "check-log");
  const source = join(import.meta.dir, "test-check-log.go");
  if (Bun.which("go") === null) {
    throw new Error("This test needs Go: the Debian packages golang-go and golang-golang-x-mod-dev.");
  }
  const built = await runProgram(["go", "build", "-o", program, source], {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: folder,
    GOCACHE: join(folder, "cache"),
    GOPATH: "/usr/share/gocode",
    GO111MODULE: "off",
  });
  if (built.code !== 0 || built.said !== "") throw new Error(built.said);
  return program;
}

export async function runProgram(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "pipe" });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}
