import type { Imprint } from "../../evidence/tsp/imprint.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";

/** Our own authority: what time-stamps and seals are signed with, and what is published to check them. */
export type Authority = {
  /** To be asked for each time anew, as `seal` is: keys are replaced while the server runs. */
  tsa: Signer;
  seal: Signer;
  /** Signs the content credentials of pictures, with a key that is made anew every week and stored nowhere. */
  credentials: () => Signer;
  root: Certificate;
  /** The roots before it that still stand behind what was signed under them. */
  formerRoots: Certificate[];
  /** The revocation list; it is made anew every day. */
  crl: () => Crl;
  /** The last list of each former root. */
  lastCrls: Crl[];
  /** Replaces the keys that have signed long enough, on the disk and here; gives which. */
  renewKeys: () => ("tsa" | "seal")[];
};

/** A bare time-stamp token (RFC 3161) that was checked in full. */
export type IssuedTimeStamp = {
  token: Uint8Array;
  time: Date;
  /** The authority's name, as its certificate says. */
  authority: string;
  /** Whether somebody else than this service vouches for the time. */
  outside: boolean;
  /** The root that vouches for an outside authority, to be kept as long as the token. */
  root?: Certificate;
};

/** The kind of the job that asks for outside tokens that were missing; its subject is the serial number. */
export const externalTimeStampJob = "outside-time-stamp";

/** Further from the time of an outside authority, one of the two clocks is wrong. */
export const maxDriftMs = 10_000;
/** For one outside authority to answer. */
export const timeoutMs = 3_000;

/**
 * How far our clock may be off where an outside authority has confirmed it: what is tolerated, the time its answer may
 * take, and a second each for its own accuracy and for time-stamps in whole seconds.
 */
export const accuracyMs = maxDriftMs + timeoutMs + 2_000;
/** Only who is as accurate as this confirms our clock; who does not say how accurate, is taken to be. */
export const confirmingAccuracyMs = 1_000;

export const imprintOf = (digest: Uint8Array): Imprint => ({ hash: "SHA-256", digest });
