import type { renewals as english } from "../english/renewals.ts";

export const renewals: typeof english = {
  name: "Pruebas",
  on: (count, last) =>
    count === 1 ? `Renovadas el ${last}.` : `Renovadas ${count} veces, la última el ${last}.`,
};
