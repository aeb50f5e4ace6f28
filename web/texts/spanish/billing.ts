import { creditsPay, paymentsOpen, plans, retentionHours } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

const freeDocuments = plans.trial.documentLimit;
const ways = [
  "por un documento",
  plans.smallbundle.offered || plans.bundle.offered ? "por un paquete" : "",
  plans.unlimited.offered ? "por todos los que quiera cada mes" : "",
].filter(Boolean);

export const billing: Catalog["billing"] = {
  page: {
    title: "Planes",
    intro: `Pague ${new Intl.ListFormat("es", { type: "disjunction" }).format(ways)}.`,
    loading: "Cargando los planes…",
    failed: "No se ha podido cargar su plan.",
    again: "Reintentar",
    current: "Su plan",
    choose: (name) => `Elegir ${name}`,
    taxes: "+ impuestos aplicables",
    perMonth: "/mes",
    recommended: "Recomendado",
    recommendedFor: "El precio más bajo por documento sin suscripción",
    perDocument: (price) => `${price} por documento`,
    breakEven: (documents) => `Lo que menos cuesta desde ${documents} documentos al mes`,
    free: "Incluido en cada cuenta",
    comparison: (months, plan, total) =>
      `En comparación con ${months} meses de ${plan} (${total}). Estos documentos no caducan.`,
    renews: "Se renueva cada mes hasta que la cancele",
    createFailed: "No se ha podido crear la suscripción",
    noPayments:
      "Este sitio no acepta pagos, por lo que aquí no se puede comprar ningún plan. Si necesita más documentos, consulte a su administración.",
    noPlan: "ninguno todavía",
    ownersPay: (office) => `Solo un propietario de ${office} puede elegir su plan y pagar.`,
    noPaymentsNeeded: "Puede sellar tantos documentos como quiera. Este sitio no acepta pagos.",
  },
  banner: {
    label: "Su plan",
    loading: "Cargando su plan…",
    trial: "Prueba gratuita",
    trialOffer: `${freeDocuments === 1 ? "1 documento" : `${freeDocuments} documentos`} con certificado de atestación`,
    trialText: "Sin tarjeta de crédito. El certificado es un PDF que dice qué se selló y cuándo.",
    trialUsedUp: (limit) =>
      paymentsOpen
        ? `Ya ha usado ${limit === 1 ? "su documento gratuito" : `sus ${limit} documentos gratuitos`} con certificado de atestación. Para sellar más, pague cada documento o elija un plan.`
        : `Ya ha usado ${limit === 1 ? "su documento gratuito" : `sus ${limit} documentos gratuitos`} con certificado de atestación. Este sitio no acepta pagos: para sellar más, consulte a su administración.`,
    none: "Aún sin plan",
    noneText: paymentsOpen
      ? "Esta cuenta no tiene documentos gratuitos. Para sellar, pague cada documento o elija un plan."
      : "Esta cuenta no tiene documentos gratuitos, y este sitio no acepta pagos. Para sellar, consulte a su administración.",
    used: (count, limit) => `${count} de ${limit} documentos usados`,
    unlimited: (count) => (count === 1 ? "1 documento sellado" : `${count} documentos sellados`),
    endsAt: (date) => `Cancelado; sigue vigente hasta el ${date}.`,
    waits: (when) =>
      `Hoy se han registrado muchas personas desde su red, así que podrá usar sus documentos gratuitos desde el ${when}`,
    waitsOrConfirm: (when) =>
      `Hoy se han registrado muchas personas desde su red, así que podrá usar sus documentos gratuitos desde el ${when}, o en cuanto confirme su correo electrónico`,
    credits: (count) =>
      creditsPay
        ? `Créditos gratuitos: ${count} (cada uno puede pagar un documento)`
        : `Créditos gratuitos: ${count} (en este sitio no sirven para pagar documentos)`,
    plans: "Ver planes",
    incomplete: "Pago incompleto",
    incompleteText: "Su último pago no se completó.",
    stampsLeft: (count) =>
      count === 1 ? "Sin él puede sellar 1 documento." : `Sin él puede sellar ${count} documentos.`,
    canceled: "Suscripción cancelada",
    canceledText: "Usted conserva sus documentos y certificados. Suscríbase de nuevo para sellar sin límite.",
    fix: "Solucionarlo ahora",
  },
  cheaper: {
    title: (documents) => `Para ${documents} documentos, un plan cuesta menos:`,
    limit: (documents) => `${documents} documentos, un solo pago`,
  },
  terms: {
    today: "Se cobra hoy",
    taxes: "Impuestos incluidos",
    taxesNamed: (name) => `${name} incluido en este importe`,
    noTaxes: "Ninguno",
    next: "Próximo cobro",
    once: "Ninguno. Paga una sola vez.",
    renews: (price, taxed) =>
      `Después, ${price}${taxed ? " más los impuestos aplicables" : ""} cada mes hasta que la cancele. Puede cancelarla en cualquier momento en la página de planes.`,
  },
  cancel: {
    open: "Cancelar suscripción",
    title: "¿Cancelar su suscripción?",
    text: "Sigue vigente hasta el final del período que ha pagado. Después no se le cobra nada más.",
    keep: "Mantener plan",
    confirm: "Cancelar plan",
    done: "Suscripción cancelada",
    failed: "No se ha podido cancelar la suscripción",
  },
  payment: {
    documentTitle: (name) => `Pagar «${name}»`,
    documentText: "Paga un sello, con su certificado y su página pública. No es una suscripción.",
    documentsTitle: (count) => (count === 1 ? "Pagar 1 documento" : `Pagar los ${count} documentos`),
    documentsBought: "Documentos",
    documentsText: `Paga un sello por cada uno, con su certificado y su página pública. Los sellamos en cuanto llegue su pago, aunque cierre esta página. Conservamos los documentos que ha subido ${retentionHours} horas.`,
    planTitle: (name) => `Pago: ${name}`,
    kept: `Conservamos el documento que ha subido ${retentionHours} horas.`,
    provider: "Los datos de su tarjeta van únicamente a Stripe. Este sitio nunca los ve.",
    preparing: "Preparando el pago…",
    loading: "Cargando el formulario de pago…",
    pay: (amount) => `Pagar ${amount}`,
    paying: "Pagando…",
    completing: "Comprobando su pago…",
    close: "Cerrar",
    again: "Reintentar",
    plans: "Ver todos los planes",
    redeem: (count) =>
      count === 1 ? "Usar su crédito gratuito" : `Usar 1 de sus ${count} créditos gratuitos`,
    redeemed: "Crédito gratuito usado",
    setupFailed: "No se ha podido preparar el pago",
    completionFailed: "No se ha podido completar el pago",
    failed: "El pago ha fallado",
    planFailed: "El pago ha fallado",
    receipt: "Recibo",
    declined:
      "No se ha cobrado nada. Compruebe el número, la fecha y el código de seguridad de la tarjeta, o use otra tarjeta o Cash App Pay. Solo su banco sabe por qué dijo que no: puede decírselo, o autorizar el pago.",
    succeeded: "Pago realizado",
    formFailed:
      "No se ha podido cargar el formulario de pago. Compruebe su conexión y los bloqueadores de anuncios.",
    noneLeft: "No quedan documentos",
    askAdministrator:
      "Ha usado todos los documentos de su plan, y este sitio no acepta pagos. Para sellar más, consulte a su administración.",
    notThereYet: "Aún no hemos recibido su pago. Lo aceptaremos en cuanto llegue.",
    noAnswer: "No podemos conectar con el servidor.",
  },
};
