/**
 * Who vouches for a time, weakest first. `stated`: a signed statement alone. `own-clock`: a time-stamp of the service's
 * own authority or of one that only the service names, or an entry in a log that no one outside has seen. `seen-later`:
 * the same, and someone public saw it soon afterwards. `external`: a time-stamp of a public authority at that time.
 */
export const levels = ["stated", "own-clock", "seen-later", "external"] as const;
export type Level = (typeof levels)[number];

type Coded = { code: string; text: string };

/** The verdict on a time in one sentence: the same from every verifier, on certificates and in evidence packs. */
export const proofOfTime: Record<Level, Coded> = {
  stated: { code: "proof-of-time-stated", text: "Proof of time: claimed only." },
  "own-clock": { code: "proof-of-time-own-clock", text: "Proof of time: own clock only." },
  "seen-later": { code: "proof-of-time-seen-later", text: "Proof of time: anchored later on." },
  external: { code: "proof-of-time-external", text: "Proof of time: external timestamp at the time." },
};

export const proofOfTimeInSpanish: Record<Level, string> = {
  stated: "Prueba de la hora: solo declarada.",
  "own-clock": "Prueba de la hora: solo el reloj propio.",
  "seen-later": "Prueba de la hora: anclada más tarde.",
  external: "Prueba de la hora: sello de tiempo externo en su momento.",
};
