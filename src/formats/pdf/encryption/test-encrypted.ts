/** Test support: files that qpdf encrypts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inFolder, runTool } from "../test-tools.ts";

/** Every encryption of the standard security handler: the key length in bits and qpdf's options. */
export const encryptionKinds: Record<string, [bits: string, ...options: string[]]> = {
  "RC4 of 40 bits": ["40"],
  "RC4 of 128 bits": ["128", "--use-aes=n"],
  "RC4 of 128 bits in a crypt filter": ["128", "--use-aes=n", "--force-V4"],
  "AES of 128 bits": ["128", "--use-aes=y"],
  "AES of 128 bits with metadata in the clear": ["128", "--use-aes=y", "--cleartext-metadata"],
  "AES of 256 bits, revision 5": ["256", "--force-R5"],
  "AES of 256 bits, revision 6": ["256"],
  "AES of 256 bits with metadata in the clear": ["256", "--cleartext-metadata"],
};

export type Encryption = {
  kind?: string;
  user?: string;
  owner?: string;
  /** More encryption options, such as permissions. */
  permissions?: string[];
  /** Options for the whole file, e.g. for object streams. */
  layout?: string[];
};

export function encrypt(pdf: Uint8Array, options: Encryption = {}): Buffer {
  const { kind = "AES of 256 bits, revision 6", user = "", owner = "owner", permissions = [] } = options;
  const [bits = "256", ...more] = encryptionKinds[kind] ?? [];
  const insecure = bits === "256" && owner === "" ? ["--allow-insecure"] : [];
  return inFolder(pdf, (folder) => {
    const encryption = ["--encrypt", user, owner, bits, ...more, ...insecure, ...permissions, "--"];
    const layout = options.layout ?? [];
    runTool("qpdf", ["--allow-weak-crypto", ...layout, ...encryption, "in.pdf", "out.pdf"], folder);
    return readFileSync(join(folder, "out.pdf"));
  });
}
