import { creditsPay, paymentsOpen, plans, retentionHours } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

const freeDocuments = plans.trial.documentLimit;

const waysEn = () =>
  [
    "for one document",
    plans.smallbundle.offered || plans.bundle.offered ? "for a bundle" : "",
    plans.unlimited.offered ? "by the month for as many as you like" : "",
  ].filter(Boolean);

const waysEs = () =>
  [
    "por un documento",
    plans.smallbundle.offered || plans.bundle.offered ? "por un paquete" : "",
    plans.unlimited.offered ? "por todos los que quiera cada mes" : "",
  ].filter(Boolean);

/** Texts of plans and payments. */
export const billingTexts = {
  page: {
    title: { en: "Plans", es: "Planes" },
    intro: {
      en: `Pay ${new Intl.ListFormat("en-US", { type: "disjunction" }).format(waysEn())}.`,
      es: `Pague ${new Intl.ListFormat("es", { type: "disjunction" }).format(waysEs())}.`,
    },
    loading: { en: "Loading the plans…", es: "Cargando los planes…" },
    failed: { en: "Couldn't load your plan.", es: "No se ha podido cargar su plan." },
    again: { en: "Try again", es: "Reintentar" },
    current: { en: "Your plan", es: "Su plan" },
    choose: { en: (name: string) => `Choose ${name}`, es: (name: string) => `Elegir ${name}` },
    taxes: { en: "+ applicable taxes", es: "+ impuestos aplicables" },
    perMonth: { en: "/month", es: "/mes" },
    perMemberMonth: { en: "/member/month", es: "/miembro/mes" },
    perMemberInOffices: {
      en: "In an office: for each member who may stamp",
      es: "En una oficina: por cada miembro que puede sellar",
    },
    forMembers: {
      en: (members: number, total: string) =>
        members === 1
          ? `For the 1 member who may stamp: ${total} a month. Viewers cost nothing.`
          : `For the ${members} members who may stamp: ${total} a month. Viewers cost nothing.`,
      es: (members: number, total: string) =>
        members === 1
          ? `Por el único miembro que puede sellar: ${total} al mes. Quien solo lee no cuesta nada.`
          : `Por los ${members} miembros que pueden sellar: ${total} al mes. Quien solo lee no cuesta nada.`,
    },
    recommended: { en: "Recommended", es: "Recomendado" },
    recommendedFor: {
      en: "The lowest price per document without a subscription",
      es: "El precio más bajo por documento sin suscripción",
    },
    perDocument: {
      en: (price: string) => `${price} per document`,
      es: (price: string) => `${price} por documento`,
    },
    breakEven: {
      en: (documents: number) => `Costs the least from ${documents} documents a month`,
      es: (documents: number) => `Lo que menos cuesta desde ${documents} documentos al mes`,
    },
    free: { en: "Comes with every account", es: "Incluido en cada cuenta" },
    comparison: {
      en: (months: number, plan: string, total: string) =>
        `Compared with ${months} months of ${plan} (${total}). These documents don't expire.`,
      es: (months: number, plan: string, total: string) =>
        `En comparación con ${months} meses de ${plan} (${total}). Estos documentos no caducan.`,
    },
    ends: {
      en: (day: string) => `Canceled: it ends on ${day}. Then you can choose it again.`,
      es: (day: string) => `Cancelado: termina el ${day}. Después podrá elegirlo de nuevo.`,
    },
    renews: { en: "Renews every month until you cancel", es: "Se renueva cada mes hasta que la cancele" },
    createFailed: { en: "Failed to create subscription", es: "No se ha podido crear la suscripción" },
    noPayments: {
      en: "This site doesn't take payments, so you can't buy a plan here. If you need more documents, ask its administrator.",
      es: "Este sitio no acepta pagos, por lo que aquí no se puede comprar ningún plan. Si necesita más documentos, consulte a su administración.",
    },
    noPlan: { en: "none yet", es: "ninguno todavía" },
    ownersPay: {
      en: (office: string) => `Only an owner of ${office} can choose its plan and pay.`,
      es: (office: string) => `Solo un propietario de ${office} puede elegir su plan y pagar.`,
    },
    noPaymentsNeeded: {
      en: "You can stamp as many documents as you like. This site doesn't take payments.",
      es: "Puede sellar tantos documentos como quiera. Este sitio no acepta pagos.",
    },
  },
  banner: {
    label: { en: "Your plan", es: "Su plan" },
    loading: { en: "Loading your plan…", es: "Cargando su plan…" },
    trial: { en: "Free trial", es: "Prueba gratuita" },
    trialOffer: {
      en: `${freeDocuments === 1 ? "1 document" : `${freeDocuments} documents`} with an affidavit certificate`,
      es: `${freeDocuments === 1 ? "1 documento" : `${freeDocuments} documentos`} con certificado de atestación`,
    },
    trialText: {
      en: "No credit card needed. The certificate is a PDF that says what was stamped, and when.",
      es: "Sin tarjeta de crédito. El certificado es un PDF que dice qué se selló y cuándo.",
    },
    trialUsedUp: {
      en: (limit: number) =>
        paymentsOpen
          ? `You've used your ${limit === 1 ? "free document" : `${limit} free documents`} with an affidavit certificate. To stamp more, pay for each document or choose a plan.`
          : `You've used your ${limit === 1 ? "free document" : `${limit} free documents`} with an affidavit certificate. This site doesn't take payments: to stamp more, ask its administrator.`,
      es: (limit: number) =>
        paymentsOpen
          ? `Ya ha usado ${limit === 1 ? "su documento gratuito" : `sus ${limit} documentos gratuitos`} con certificado de atestación. Para sellar más, pague cada documento o elija un plan.`
          : `Ya ha usado ${limit === 1 ? "su documento gratuito" : `sus ${limit} documentos gratuitos`} con certificado de atestación. Este sitio no acepta pagos: para sellar más, consulte a su administración.`,
    },
    none: { en: "No plan yet", es: "Aún sin plan" },
    noneText: {
      en: paymentsOpen
        ? "This account has no free documents. To stamp, pay for each document or choose a plan."
        : "This account has no free documents, and this site doesn't take payments. To stamp, ask its administrator.",
      es: paymentsOpen
        ? "Esta cuenta no tiene documentos gratuitos. Para sellar, pague cada documento o elija un plan."
        : "Esta cuenta no tiene documentos gratuitos, y este sitio no acepta pagos. Para sellar, consulte a su administración.",
    },
    used: {
      en: (count: number, limit: number) => `${count} of ${limit} documents used`,
      es: (count: number, limit: number) => `${count} de ${limit} documentos usados`,
    },
    usedOfThem: {
      en: (count: number) => `${count}\u00a0used`,
      es: (count: number) => (count === 1 ? "1\u00a0usado" : `${count}\u00a0usados`),
    },
    unlimited: {
      en: (count: number) => (count === 1 ? "1 document stamped" : `${count} documents stamped`),
      es: (count: number) => (count === 1 ? "1 documento sellado" : `${count} documentos sellados`),
    },
    members: {
      en: (members: number, price: string) =>
        members === 1
          ? `Paid for 1 member, ${price} a month`
          : `Paid for ${members} members, ${price} a month each`,
      es: (members: number, price: string) =>
        members === 1
          ? `Pagado por 1 miembro, ${price} al mes`
          : `Pagado por ${members} miembros, ${price} al mes cada uno`,
    },
    endsAt: {
      en: (date: string) => `Canceled; active until ${date}.`,
      es: (date: string) => `Cancelado; sigue vigente hasta el ${date}.`,
    },
    waits: {
      en: (when: string) =>
        `Many people signed up from your network today, so you can use your free documents starting ${when}`,
      es: (when: string) =>
        `Hoy se han registrado muchas personas desde su red, así que podrá usar sus documentos gratuitos desde el ${when}`,
    },
    waitsOrConfirm: {
      en: (when: string) =>
        `Many people signed up from your network today, so you can use your free documents starting ${when}, or as soon as you confirm your email address`,
      es: (when: string) =>
        `Hoy se han registrado muchas personas desde su red, así que podrá usar sus documentos gratuitos desde el ${when}, o en cuanto confirme su correo electrónico`,
    },
    credits: {
      en: (count: number) =>
        creditsPay
          ? `Free credits: ${count} (each can pay for one document)`
          : `Free credits: ${count} (they can't pay for documents on this site)`,
      es: (count: number) =>
        creditsPay
          ? `Créditos gratuitos: ${count} (cada uno puede pagar un documento)`
          : `Créditos gratuitos: ${count} (en este sitio no sirven para pagar documentos)`,
    },
    plans: { en: "See plans", es: "Ver planes" },
    incomplete: { en: "Payment incomplete", es: "Pago incompleto" },
    incompleteText: { en: "Your last payment wasn't completed.", es: "Su último pago no se completó." },
    stampsLeft: {
      en: (count: number) =>
        count === 1 ? "You can stamp 1 document without it." : `You can stamp ${count} documents without it.`,
      es: (count: number) =>
        count === 1 ? "Sin él puede sellar 1 documento." : `Sin él puede sellar ${count} documentos.`,
    },
    canceled: { en: "Subscription canceled", es: "Suscripción cancelada" },
    canceledText: {
      en: "You keep your documents and certificates. Subscribe again for unlimited stamps.",
      es: "Usted conserva sus documentos y certificados. Suscríbase de nuevo para sellar sin límite.",
    },
    fix: { en: "Fix Now", es: "Solucionarlo ahora" },
  },
  cheaper: {
    title: {
      en: (documents: number) => `For ${documents} documents, a plan costs less:`,
      es: (documents: number) => `Para ${documents} documentos, un plan cuesta menos:`,
    },
    limit: {
      en: (documents: number) => `${documents} documents, paid once`,
      es: (documents: number) => `${documents} documentos, un solo pago`,
    },
  },
  terms: {
    today: { en: "Charged today", es: "Se cobra hoy" },
    taxes: { en: "Taxes in this amount", es: "Impuestos incluidos" },
    /** In Stripe's words. */
    taxesNamed: {
      en: (name: string) => `${name} in this amount`,
      es: (name: string) => `${name} incluido en este importe`,
    },
    noTaxes: { en: "None", es: "Ninguno" },
    next: { en: "Next charge", es: "Próximo cobro" },
    once: { en: "None. You pay once.", es: "Ninguno. Paga una sola vez." },
    members: {
      en: (members: number, price: string) =>
        `${price} for each member who may stamp, now ${members}. When members join or leave, the next charge changes with them.`,
      es: (members: number, price: string) =>
        `${price} por cada miembro que puede sellar, ahora ${members}. Cuando se unen o se van miembros, el próximo cobro cambia con ellos.`,
    },
    renews: {
      en: (price: string, taxed: boolean) =>
        `Then ${price}${taxed ? " plus applicable taxes" : ""} every month until you cancel. You can cancel at any time on the Plans page.`,
      es: (price: string, taxed: boolean) =>
        `Después, ${price}${taxed ? " más los impuestos aplicables" : ""} cada mes hasta que la cancele. Puede cancelarla en cualquier momento en la página de planes.`,
    },
  },
  cancel: {
    open: { en: "Cancel subscription", es: "Cancelar suscripción" },
    title: { en: "Cancel your subscription?", es: "¿Cancelar su suscripción?" },
    text: {
      en: "It stays active until the end of the period you've paid for. After that, we won't charge you again.",
      es: "Sigue vigente hasta el final del período que ha pagado. Después no se le cobra nada más.",
    },
    keep: { en: "Keep plan", es: "Mantener plan" },
    confirm: { en: "Cancel plan", es: "Cancelar plan" },
    done: { en: "Subscription canceled", es: "Suscripción cancelada" },
    failed: { en: "Couldn't cancel the subscription", es: "No se ha podido cancelar la suscripción" },
  },
  payment: {
    documentTitle: { en: (name: string) => `Pay for “${name}”`, es: (name: string) => `Pagar «${name}»` },
    documentText: {
      en: "You pay for one stamp, with its certificate and its public page. It isn't a subscription.",
      es: "Paga un sello, con su certificado y su página pública. No es una suscripción.",
    },
    documentsTitle: {
      en: (count: number) => (count === 1 ? "Pay for 1 document" : `Pay for all ${count} documents`),
      es: (count: number) => (count === 1 ? "Pagar 1 documento" : `Pagar los ${count} documentos`),
    },
    documentsBought: { en: "Documents", es: "Documentos" },
    documentsText: {
      en: `You pay for one stamp for each, with its certificate and its public page. We stamp them as soon as your payment arrives, even if you close this page. We keep your uploaded documents for ${retentionHours} hours.`,
      es: `Paga un sello por cada uno, con su certificado y su página pública. Los sellamos en cuanto llegue su pago, aunque cierre esta página. Conservamos los documentos que ha subido ${retentionHours} horas.`,
    },
    planTitle: { en: (name: string) => `Payment: ${name}`, es: (name: string) => `Pago: ${name}` },
    kept: {
      en: `We keep your uploaded document for ${retentionHours} hours.`,
      es: `Conservamos el documento que ha subido ${retentionHours} horas.`,
    },
    provider: {
      en: "Your card details go only to Stripe. This site never sees them.",
      es: "Los datos de su tarjeta van únicamente a Stripe. Este sitio nunca los ve.",
    },
    preparing: { en: "Preparing the payment…", es: "Preparando el pago…" },
    loading: { en: "Loading the payment form…", es: "Cargando el formulario de pago…" },
    pay: { en: (amount: string) => `Pay ${amount}`, es: (amount: string) => `Pagar ${amount}` },
    paying: { en: "Paying…", es: "Pagando…" },
    completing: { en: "Checking your payment…", es: "Comprobando su pago…" },
    close: { en: "Close", es: "Cerrar" },
    again: { en: "Try again", es: "Reintentar" },
    plans: { en: "See all plans", es: "Ver todos los planes" },
    redeem: {
      en: (count: number) => (count === 1 ? "Use your free credit" : `Use 1 of your ${count} free credits`),
      es: (count: number) =>
        count === 1 ? "Usar su crédito gratuito" : `Usar 1 de sus ${count} créditos gratuitos`,
    },
    redeemed: { en: "Free credit used", es: "Crédito gratuito usado" },
    setupFailed: { en: "Payment setup failed", es: "No se ha podido preparar el pago" },
    completionFailed: { en: "Payment completion failed", es: "No se ha podido completar el pago" },
    failed: { en: "Payment failed", es: "El pago ha fallado" },
    planFailed: { en: "Payment Failed", es: "El pago ha fallado" },
    succeeded: { en: "Payment successful", es: "Pago realizado" },
    alreadyPaid: { en: "You have already paid.", es: "Ya ha pagado." },
    someNotDue: {
      en: "One of these documents was stamped, paid for or deleted in the meantime. What is left is offered again.",
      es: "Uno de estos documentos se selló, se pagó o se eliminó mientras tanto. Lo que queda se ofrece de nuevo.",
    },
    planPays: {
      en: "Your plan has documents left now, so nothing was charged. Continue to use one of them.",
      es: "Ahora quedan documentos en su plan, así que no se ha cobrado nada. Continúe para usar uno de ellos.",
    },
    chargedOnce: { en: "Nothing was charged again.", es: "No se ha cobrado nada más." },
    replaced: {
      en: "This payment was ended in another tab or by us, and nothing was charged. To pay, please use this new form.",
      es: "Este pago se terminó en otra pestaña o lo terminamos nosotros, y no se ha cobrado nada. Para pagar, use este formulario nuevo.",
    },
    goOn: { en: "Continue", es: "Continuar" },
    receipt: { en: "Receipt", es: "Recibo" },
    declined: {
      en: "Nothing was charged. Check the card's number, date and security code, or use another card or Cash App Pay. Only your bank knows why it said no: they can tell you, or allow the payment.",
      es: "No se ha cobrado nada. Compruebe el número, la fecha y el código de seguridad de la tarjeta, o use otra tarjeta o Cash App Pay. Solo su banco sabe por qué dijo que no: puede decírselo, o autorizar el pago.",
    },
    formFailed: {
      en: "Couldn't load the payment form. Check your connection and any ad blocker.",
      es: "No se ha podido cargar el formulario de pago. Compruebe su conexión y los bloqueadores de anuncios.",
    },
    noneLeft: { en: "No documents left", es: "No quedan documentos" },
    askAdministrator: {
      en: "You've used all the documents in your plan, and this site doesn't take payments. To stamp more, ask its administrator.",
      es: "Ha usado todos los documentos de su plan, y este sitio no acepta pagos. Para sellar más, consulte a su administración.",
    },
    notThereYet: {
      en: "We haven't received your payment yet. We'll accept it as soon as it arrives.",
      es: "Aún no hemos recibido su pago. Lo aceptaremos en cuanto llegue.",
    },
    noAnswer: { en: "We can't reach the server.", es: "No podemos conectar con el servidor." },
  },
};

export const billingMessages = localize(billingTexts);
