import type { Language } from "../languages.ts";

/**
 * Who vouches for a time, weakest first. `stated`: a signed statement alone. `own-clock`: a time-stamp of the service's
 * own authority or of one that only the service names, or an entry in a log that no one outside has seen. `seen-later`:
 * the same, and someone public saw it soon afterwards. `external`: a time-stamp of a public authority at that time.
 * `qualified`: the same, and a trusted list of the reader's says that the authority was a qualified one.
 */
export const levels = ["stated", "own-clock", "seen-later", "external", "qualified"] as const;
export type Level = (typeof levels)[number];

type Coded = { code: string; text: string };

/** The verdict on a time in one sentence: the same from every verifier, on certificates and in evidence packs. */
export const proofOfTime: Record<Level, Coded> = {
  stated: { code: "proof-of-time-stated", text: "Proof of time: claimed only." },
  "own-clock": { code: "proof-of-time-own-clock", text: "Proof of time: own clock only." },
  "seen-later": { code: "proof-of-time-seen-later", text: "Proof of time: anchored later on." },
  external: { code: "proof-of-time-external", text: "Proof of time: external timestamp at the time." },
  qualified: { code: "proof-of-time-qualified", text: "Proof of time: qualified timestamp at the time." },
};

export const proofOfTimeInSpanish: Record<Level, string> = {
  stated: "Prueba de la hora: solo declarada.",
  "own-clock": "Prueba de la hora: solo el reloj propio.",
  "seen-later": "Prueba de la hora: anclada más tarde.",
  external: "Prueba de la hora: sello de tiempo externo en su momento.",
  qualified: "Prueba de la hora: sello cualificado de tiempo en su momento.",
};

/**
 * How far a proof has grown by itself: how many authorities and witnesses outside the service have signed a head of the
 * public log that covers it, and the Bitcoin block that has such a head.
 */
export type Stage = { witnesses: number; block?: number };

/**
 * The stage of a proof with what comes next, and what it would take to backdate what has a level. `asks`: whether the
 * service asks anyone to sign its log, which only the service itself knows: files do not say it.
 */
export type StageWords = {
  stage: (stage: Stage, asks?: boolean) => string;
  forging: Record<Level, string>;
};

const english: StageWords = {
  stage: ({ witnesses, block }, asks) => {
    const who =
      witnesses === 1
        ? "one authority or witness outside the service has"
        : `${witnesses} authorities and witnesses outside the service have`;
    if (block !== undefined)
      return `Stage 3 of 3: the public log that lists it is in Bitcoin block ${block}${witnesses > 0 ? `, and ${who} signed it` : ""}.`;
    if (witnesses > 0)
      return `Stage 2 of 3: ${who} signed the public log that lists it. Next, if the service asks for one: a Bitcoin block, some hours later.`;
    const next =
      asks === false
        ? "This service asks no authorities or witnesses, so the proof does not grow by itself."
        : `Next, within an hour: the authorities and witnesses that the service asks${asks ? "" : ", if it asks any"}.`;
    return `Stage 1 of 3: no one independent of the service is known to have signed the public log that lists it. ${next}`;
  },
  forging: {
    stated: "To backdate it, a lie of the service would be enough, or a thief with its key for statements.",
    "own-clock": "To backdate it, a lie of the service would be enough, or a thief with all its keys.",
    "seen-later":
      "To backdate it by more than two days, those who saw it would have to lie, too, or outdo the work of Bitcoin’s miners.",
    external: "To backdate it, the authority would have to lie; the service alone could not.",
    qualified:
      "To backdate it, the authority, which a state supervises, would have to lie; the service alone could not.",
  },
};

const spanish: StageWords = {
  stage: ({ witnesses, block }, asks) => {
    const who =
      witnesses === 1
        ? "una autoridad o un testigo ajeno al servicio ha firmado"
        : `${witnesses} autoridades y testigos ajenos al servicio han firmado`;
    if (block !== undefined)
      return `Etapa 3 de 3: el registro público donde figura está en el bloque ${block} de Bitcoin${witnesses > 0 ? `, y ${who} ese registro` : ""}.`;
    if (witnesses > 0)
      return `Etapa 2 de 3: ${who} el registro público donde figura. Después, si el servicio lo pide: un bloque de Bitcoin, unas horas más tarde.`;
    const next =
      asks === false
        ? "Este servicio no pregunta a ninguna autoridad ni a ningún testigo, así que la prueba no crece por sí sola."
        : `Después, en una hora: las autoridades y los testigos a los que el servicio pregunte${asks ? "" : ", si pregunta a alguno"}.`;
    return `Etapa 1 de 3: no consta que nadie independiente del servicio haya firmado el registro público donde figura. ${next}`;
  },
  forging: {
    stated:
      "Para antedatarlo bastaría una mentira del servicio, o un ladrón con su clave para declaraciones.",
    "own-clock": "Para antedatarlo bastaría una mentira del servicio, o un ladrón con todas sus claves.",
    "seen-later":
      "Para antedatarlo más de dos días, también tendrían que mentir quienes lo vieron, o superar el trabajo de los mineros de Bitcoin.",
    external: "Para antedatarlo tendría que mentir la autoridad; el servicio solo no podría.",
    qualified:
      "Para antedatarlo tendría que mentir la autoridad, que un Estado supervisa; el servicio solo no podría.",
  },
};

export const stageWords: Record<Language, StageWords> = { en: english, es: spanish };
