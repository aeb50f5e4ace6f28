import { localizeWhole } from "./localize.ts";

/** Sentences about proofs that were renewed before certificates behind them ended. */
export const renewalTexts = {
  name: { en: "Proofs", es: "Pruebas" },
  on: {
    en: (count: number, last: string) =>
      count === 1 ? `Renewed on ${last}.` : `Renewed ${count} times, last on ${last}.`,
    es: (count: number, last: string) =>
      count === 1 ? `Renovadas el ${last}.` : `Renovadas ${count} veces, la última el ${last}.`,
  },
};

export const renewalMessages = localizeWhole(renewalTexts);
