import type { adminCredits as english } from "../english/admin-credits.ts";

export const adminCredits: typeof english = {
  title: "Conceder créditos gratuitos",
  email: "Correo electrónico del usuario",
  credits: "Créditos",
  submit: "Conceder créditos",
  pending: "Concediendo…",
  granted: "¡Créditos concedidos!",
  failed: "No se han podido conceder los créditos",
  fallback: "No se han podido conceder los créditos. Vuelva a intentarlo.",
  guidance: {
    title: "Orientación",
    items: [
      "Conceda de 1 a 3 créditos por problemas menores.",
      "Conceda 5 créditos o más por problemas importantes.",
      "Los créditos se conceden a mano y nunca se usan automáticamente.",
    ],
    shownOnly:
      "Los usuarios los ven en el estado de su suscripción, pero no pueden usarlos para superar los límites.",
    paying:
      "Los usuarios los ven en el estado de su suscripción y pueden pagar un documento con uno de ellos.",
  },
};
