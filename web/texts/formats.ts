import { localize } from "./localize.ts";

/** Words in sizes and times that `Intl` does not provide. */
export const formatsMessages = localize({
  /** The locale of prices and counts. */
  numbers: { en: "en-US", es: "es-MX" },
  justNow: { en: "just now", es: "ahora mismo" },
  secondsLeft: {
    en: (count: number) => (count === 1 ? "1 second left" : `${count} seconds left`),
    es: (count: number) => (count === 1 ? "queda 1 segundo" : `quedan ${count} segundos`),
  },
  minutesLeft: {
    en: (count: number) => (count === 1 ? "1 minute left" : `${count} minutes left`),
    es: (count: number) => (count === 1 ? "queda 1 minuto" : `quedan ${count} minutos`),
  },
});
