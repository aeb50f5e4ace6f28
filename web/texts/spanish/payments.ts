import type { payments as english } from "../english/payments.ts";

export const payments: typeof english = {
  title: "Pagos",
  intro: "Todo lo que ha pagado aquí, con un recibo de Stripe.",
  link: "Pagos y recibos",
  list: "Sus pagos",
  columns: { at: "Fecha", what: "Qué compró", amount: "Importe", state: "Estado", receipt: "Recibo" },
  loading: "Cargando sus pagos…",
  failed: "No se han podido cargar sus pagos.",
  again: "Reintentar",
  none: "Todavía no ha pagado nada.",
  plans: "Ver planes",
  incomplete:
    "Stripe no responde en este momento, por lo que aquí faltan los recibos y algunos meses de una suscripción. Vuelva a intentarlo más tarde.",
  several: (plan, documents) => `${plan} (${documents} documentos)`,
  withCredit: "Crédito gratuito",
  states: { paid: "Pagado", refunded: "Reembolsado", disputed: "En disputa", failed: "Fallido" },
  partly: (amount) => `${amount} reembolsados`,
  receipt: "Recibo",
  receiptNamed: (what, day) => `Recibo de ${what}, ${day} (se abre en Stripe)`,
  noReceipt: "Ninguno",
  renewal: (day, amount) => `Se renueva el ${day} por ${amount}`,
  renewalTaxed: (day, amount, tax) => `Se renueva el ${day} por ${amount}, con ${tax} de impuestos incluidos`,
  renewalPlusTaxes: (day, amount) => `Se renueva el ${day} por ${amount} más los impuestos aplicables`,
  pager: {
    label: "Páginas de pagos",
    previous: "Más recientes",
    next: "Más antiguos",
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
};
