import type { Sentences } from "../sentences.ts";

/** The catalogue of plans, and what the server says of payments. */
export const billingSentences: Sentences = {
  "Free Trial": "Prueba gratuita",
  "Pay Per Document": "Pago por documento",
  "Small Bundle": "Paquete pequeño",
  Bundle: "Paquete",
  "Unlimited Monthly": "Mensual ilimitado",
  "Save $150": "Ahorre 150 US$",
  "1 document": "1 documento",
  "3 documents": "3 documentos",
  "10 documents": "10 documentos",
  "35 documents": "35 documentos",
  "Unlimited documents": "Documentos ilimitados",
  "Affidavit certificate included": "Certificado de atestación incluido",
  "Affidavit certificates included": "Certificados de atestación incluidos",
  "No credit card required": "Sin tarjeta de crédito",
  "No subscription": "Sin suscripción",
  "One payment, no subscription": "Un solo pago, sin suscripción",
  "Cancel any time": "Puede cancelar en cualquier momento",
  "{plan} is active.": "El plan «{plan}» está activo.",
  "Your plan is already active.": "Su plan ya está activo.",
  "Your unlimited plan is already active.": "Su plan ilimitado ya está activo.",
  "Please choose one of the plans": "Elija uno de los planes",
  "This payment has already arrived. No further payment is due.":
    "Este pago ya ha llegado. No hay que pagar nada más.",
  "Your payment is under way. It is accepted as soon as it arrives.":
    "Su pago está en camino. Se aceptará en cuanto llegue.",
  "Payment successful": "Pago realizado",
  "This document has not been paid for.": "Este documento no se ha pagado.",
  "This document has already been stamped. No payment is due.":
    "Este documento ya está sellado. No hay que pagar nada.",
  "This document has already been paid for. Please start processing it again.":
    "Este documento ya está pagado. Inicie de nuevo su procesamiento.",
  "Free credits cannot pay for documents on this server.":
    "En este servidor los créditos gratuitos no sirven para pagar documentos.",
  "You have no free credits left.": "No le quedan créditos gratuitos.",
  "One free credit was used for this document.": "Se ha usado un crédito gratuito para este documento.",
  "You have used all documents of your plan.": "Ha usado todos los documentos de su plan.",
  "Payments are not configured on this server.": "Los pagos no están configurados en este servidor.",
  "The payment service does not answer. Please try again in a moment.":
    "El servicio de pago no responde. Vuelva a intentarlo dentro de un momento.",
  "The taxes for your location could not be calculated. Please contact support.":
    "No se han podido calcular los impuestos de su lugar. Contacte con el soporte.",
  "The payment service refused this request. Please contact support.":
    "El servicio de pago ha rechazado esta solicitud. Contacte con el soporte.",
  "There is no such purchase.": "No existe esa compra.",
  "There is no subscription to cancel.": "No hay ninguna suscripción que se pueda cancelar.",
  "This subscription cannot be paid here. Please contact support.":
    "Esta suscripción no se puede pagar aquí. Contacte con el soporte.",
};
