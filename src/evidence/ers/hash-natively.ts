import { hash } from "node:crypto";
import type { HashFunction } from "./hash-tree.ts";

// Server only: browsers must not import this file.

/** The same as the default of hash-tree.ts, several times faster. */
export const hashNatively: HashFunction = (bytes) => hash("sha256", bytes, "buffer");
