import { creditsPay, sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

const proofEn = sendsMail ? "confirming an email address or buying something" : "buying something";

const proofEs = sendsMail ? "confirmando un correo electrónico o comprando algo" : "comprando algo";

/** Sentences of referrals on the subscription page. Errors about a code are in referrals.schema.ts. */
export const referralsMessages = localize({
  title: { en: "Refer a friend", es: "Recomiéndenos" },
  intro: {
    en: (credits: number) =>
      creditsPay
        ? `Each person who signs up with your link gets ${credits} free credits at once, and you get ${credits} when they have stamped a first document or bought something. There is no limit.`
        : `For each person who signs up with your link, you both get ${credits} free credits at once. There is no limit.`,
    es: (credits: number) =>
      creditsPay
        ? `Cada persona que se registre con su enlace recibe ${credits} créditos gratuitos al momento, y usted recibe ${credits} cuando haya sellado un primer documento o comprado algo. No hay límite.`
        : `Por cada persona que se registre con su enlace, usted y ella reciben ${credits} créditos gratuitos al momento. No hay límite.`,
  },
  /** What a credit can do on this server. */
  use: {
    en: creditsPay
      ? "When your plan is used up, you can pay for a document with one credit. We never use credits automatically."
      : "On this site, credits are shown with your plan. They can't pay for documents.",
    es: creditsPay
      ? "Cuando su plan se agote, puede pagar un documento con un crédito. Los créditos nunca se gastan solos."
      : "En este sitio, los créditos se muestran junto a su plan. No sirven para pagar documentos.",
  },
  loading: { en: "Loading your referrals…", es: "Cargando sus recomendaciones…" },
  loadFailed: { en: "Couldn't load your referrals.", es: "No se han podido cargar sus recomendaciones." },
  again: { en: "Try again", es: "Reintentar" },
  generate: { en: "Get my referral link", es: "Obtener mi enlace de recomendación" },
  generating: { en: "Getting your link…", es: "Obteniendo su enlace…" },
  generateFailed: {
    en: "Failed to generate referral code",
    es: "No se ha podido generar el código de recomendación",
  },
  generateFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  code: {
    label: { en: "Your referral code", es: "Su código de recomendación" },
    copy: { en: "Copy code", es: "Copiar código" },
    copied: { en: "Copied!", es: "¡Copiado!" },
  },
  link: {
    label: { en: "Your referral link", es: "Su enlace de recomendación" },
    copy: { en: "Copy link", es: "Copiar enlace" },
    copied: { en: "Link Copied!", es: "¡Enlace copiado!" },
  },
  statistics: {
    people: { en: "People referred", es: "Personas recomendadas" },
    credits: { en: "Credits earned", es: "Créditos obtenidos" },
  },
  pending: {
    en: (people: number) =>
      people === 1
        ? `You'll get credits for 1 more person once they stamp their first document, or show that they are new here by ${proofEn}.`
        : `You'll get credits for ${people} more people once they stamp their first document, or show that they are new here by ${proofEn}.`,
    es: (people: number) =>
      people === 1
        ? `Recibirá créditos por 1 persona más cuando selle un primer documento, o demuestre que es nueva aquí ${proofEs}.`
        : `Recibirá créditos por ${people} personas más cuando sellen un primer documento, o demuestren que son nuevas aquí ${proofEs}.`,
  },
  apply: {
    title: { en: "Were you referred?", es: "¿Le recomendó alguien?" },
    label: { en: "Referral code", es: "Código de recomendación" },
    hint: {
      en: "Once per account, in its first 30 days.",
      es: "Una vez por cuenta, en sus primeros 30 días.",
    },
    submit: { en: "Apply code", es: "Aplicar código" },
    pending: { en: "Applying…", es: "Aplicando…" },
    done: { en: "Referral Applied!", es: "¡Recomendación aplicada!" },
    failed: { en: "Failed to apply referral code", es: "No se ha podido aplicar el código de recomendación" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
});
