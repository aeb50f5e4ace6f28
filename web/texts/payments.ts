import { localizeWhole } from "./localize.ts";

/** Texts of the payments page. */
export const paymentsMessages = localizeWhole({
  title: { en: "Payments", es: "Pagos" },
  intro: {
    en: "Everything you've paid for here, with receipts from Stripe.",
    es: "Todo lo que ha pagado aquí, con un recibo de Stripe.",
  },
  link: { en: "Payments and receipts", es: "Pagos y recibos" },
  list: { en: "Your payments", es: "Sus pagos" },
  columns: {
    at: { en: "Date", es: "Fecha" },
    what: { en: "What you bought", es: "Qué compró" },
    amount: { en: "Amount", es: "Importe" },
    state: { en: "Status", es: "Estado" },
    receipt: { en: "Receipt", es: "Recibo" },
  },
  loading: { en: "Loading your payments…", es: "Cargando sus pagos…" },
  failed: { en: "Couldn't load your payments.", es: "No se han podido cargar sus pagos." },
  again: { en: "Try again", es: "Reintentar" },
  none: { en: "You haven't paid for anything yet.", es: "Todavía no ha pagado nada." },
  plans: { en: "See plans", es: "Ver planes" },
  incomplete: {
    en: "Stripe isn't responding right now, so receipts and some subscription payments are missing here. Please try again later.",
    es: "Stripe no responde en este momento, por lo que aquí faltan los recibos y algunos meses de una suscripción. Vuelva a intentarlo más tarde.",
  },
  several: {
    en: (plan: string, documents: number) => `${plan} (${documents} documents)`,
    es: (plan: string, documents: number) => `${plan} (${documents} documentos)`,
  },
  withCredit: { en: "Free credit", es: "Crédito gratuito" },
  states: {
    paid: { en: "Paid", es: "Pagado" },
    refunded: { en: "Refunded", es: "Reembolsado" },
    disputed: { en: "Disputed", es: "En disputa" },
    failed: { en: "Failed", es: "Fallido" },
  },
  partly: { en: (amount: string) => `${amount} refunded`, es: (amount: string) => `${amount} reembolsados` },
  receipt: { en: "Receipt", es: "Recibo" },
  receiptNamed: {
    en: (what: string, day: string) => `Receipt for ${what}, ${day} (opens on Stripe)`,
    es: (what: string, day: string) => `Recibo de ${what}, ${day} (se abre en Stripe)`,
  },
  noReceipt: { en: "None", es: "Ninguno" },
  renewal: {
    en: (day: string, amount: string) => `Renews on ${day} for ${amount}`,
    es: (day: string, amount: string) => `Se renueva el ${day} por ${amount}`,
  },
  renewalTaxed: {
    en: (day: string, amount: string, tax: string) =>
      `Renews on ${day} for ${amount}, including ${tax} in taxes`,
    es: (day: string, amount: string, tax: string) =>
      `Se renueva el ${day} por ${amount}, con ${tax} de impuestos incluidos`,
  },
  renewalPlusTaxes: {
    en: (day: string, amount: string) => `Renews on ${day} for ${amount} plus applicable taxes`,
    es: (day: string, amount: string) => `Se renueva el ${day} por ${amount} más los impuestos aplicables`,
  },
  pager: {
    label: { en: "Pages of payments", es: "Páginas de pagos" },
    previous: { en: "Newer", es: "Más recientes" },
    next: { en: "Older", es: "Más antiguos" },
    page: {
      en: (page: number, pages: number) => `Page ${page} of ${pages}`,
      es: (page: number, pages: number) => `Página ${page} de ${pages}`,
    },
  },
});
