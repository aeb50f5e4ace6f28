import { generateKeyPairSync, sign } from "node:crypto";

/** The processor time of this process, all threads, in milliseconds; other programs do not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const message = Buffer.alloc(256);

/** Work that never changes between versions, as a reference: a thousand ECDSA signatures. */
export function signThousand(): void {
  for (let at = 0; at < 1_000; at += 1) sign("sha256", message, privateKey);
}
