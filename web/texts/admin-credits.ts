import { localizeWhole } from "./localize.ts";

/** Texts of granting credits. */
export const creditsMessages = localizeWhole({
  title: { en: "Grant free credits", es: "Conceder créditos gratuitos" },
  email: { en: "User's email", es: "Correo electrónico del usuario" },
  credits: { en: "Credits", es: "Créditos" },
  submit: { en: "Grant credits", es: "Conceder créditos" },
  pending: { en: "Granting…", es: "Concediendo…" },
  granted: { en: "Credits Granted!", es: "¡Créditos concedidos!" },
  failed: { en: "Failed to Grant Credits", es: "No se han podido conceder los créditos" },
  fallback: {
    en: "Failed to grant credits. Please try again.",
    es: "No se han podido conceder los créditos. Vuelva a intentarlo.",
  },
  guidance: {
    title: { en: "Guidance", es: "Orientación" },
    items: [
      { en: "Grant 1-3 credits for minor issues.", es: "Conceda de 1 a 3 créditos por problemas menores." },
      {
        en: "Grant 5+ credits for significant ones.",
        es: "Conceda 5 créditos o más por problemas importantes.",
      },
      {
        en: "Credits are granted manually and are never used automatically.",
        es: "Los créditos se conceden a mano y nunca se usan automáticamente.",
      },
    ],
    shownOnly: {
      en: "Users see them in their subscription status but cannot use them to bypass limits.",
      es: "Los usuarios los ven en el estado de su suscripción, pero no pueden usarlos para superar los límites.",
    },
    paying: {
      en: "Users see them in their subscription status and can use one to pay for a document.",
      es: "Los usuarios los ven en el estado de su suscripción y pueden pagar un documento con uno de ellos.",
    },
  },
});
