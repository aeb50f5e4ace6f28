import type { Catalog } from "../catalog.ts";

export const formats: Catalog["formats"] = {
  numbers: "es-MX",
  justNow: "ahora mismo",
  secondsLeft: (count) => (count === 1 ? "queda 1 segundo" : `quedan ${count} segundos`),
  minutesLeft: (count) => (count === 1 ? "queda 1 minuto" : `quedan ${count} minutos`),
};
