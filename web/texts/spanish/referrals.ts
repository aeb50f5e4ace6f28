import { creditsPay, sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

const proof = sendsMail ? "confirmando un correo electrónico o comprando algo" : "comprando algo";

export const referrals: Catalog["referrals"] = {
  title: "Recomiéndenos",
  intro: (credits) =>
    creditsPay
      ? `Cada persona que se registre con su enlace recibe ${credits} créditos gratuitos al momento, y usted recibe ${credits} cuando haya sellado un primer documento o comprado algo. No hay límite.`
      : `Por cada persona que se registre con su enlace, usted y ella reciben ${credits} créditos gratuitos al momento. No hay límite.`,
  use: creditsPay
    ? "Cuando su plan se agote, puede pagar un documento con un crédito. Los créditos nunca se gastan solos."
    : "En este sitio, los créditos se muestran junto a su plan. No sirven para pagar documentos.",
  loading: "Cargando sus recomendaciones…",
  loadFailed: "No se han podido cargar sus recomendaciones.",
  again: "Reintentar",
  generate: "Obtener mi enlace de recomendación",
  generating: "Obteniendo su enlace…",
  generateFailed: "No se ha podido generar el código de recomendación",
  generateFallback: "Vuelva a intentarlo dentro de un momento.",
  code: { label: "Su código de recomendación", copy: "Copiar código", copied: "¡Copiado!" },
  link: { label: "Su enlace de recomendación", copy: "Copiar enlace", copied: "¡Enlace copiado!" },
  statistics: { people: "Personas recomendadas", credits: "Créditos obtenidos" },
  pending: (people) =>
    people === 1
      ? `Recibirá créditos por 1 persona más cuando selle un primer documento, o demuestre que es nueva aquí ${proof}.`
      : `Recibirá créditos por ${people} personas más cuando sellen un primer documento, o demuestren que son nuevas aquí ${proof}.`,
  apply: {
    title: "¿Le recomendó alguien?",
    label: "Código de recomendación",
    hint: "Una vez por cuenta, en sus primeros 30 días.",
    submit: "Aplicar código",
    pending: "Aplicando…",
    done: "¡Recomendación aplicada!",
    failed: "No se ha podido aplicar el código de recomendación",
    fallback: "Vuelva a intentarlo dentro de un momento.",
  },
};
