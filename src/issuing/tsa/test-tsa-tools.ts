/** Test support: checks with openssl what the authority publishes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "../../formats/pdf/test-tools.ts";

export type Answer = { code: number; text: string };

/** A temporary folder for openssl, with files by name. */
export class OpensslFolder {
  readonly path = mkdtempSync(join(tmpdir(), "attestamp-openssl-"));

  run(...args: string[]): Answer {
    return runTool("openssl", args, this.path);
  }

  write(name: string, content: Uint8Array | string): string {
    writeFileSync(join(this.path, name), content);
    return name;
  }

  read(name: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(readFileSync(join(this.path, name)));
  }

  /** The result of `openssl ts -verify` for a bare token over `data`, with only `root` (PEM) trusted. */
  verifyToken(token: Uint8Array, data: Uint8Array, root: Uint8Array | string): string {
    const files = ["-data", this.write("data", data), "-CAfile", this.write("trusted.pem", root)];
    return this.run("ts", "-verify", "-token_in", "-in", this.write("token", token), ...files).text;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
