import type { Messages } from "../messages.ts";

/** The server's messages about payments. */
export const billingMessages: Messages = {
  "credit-redeemed": "Se ha usado un crédito gratuito para este documento.",
  "credits-not-accepted": "En este servidor los créditos gratuitos no sirven para pagar documentos.",
  "document-already-paid": "Este documento ya está pagado. Inicie de nuevo su procesamiento.",
  "document-already-stamped": "Este documento ya está sellado. No hay que pagar nada.",
  "document-not-paid": "Este documento no se ha pagado.",
  "documents-repeated": "Cada documento se puede pagar una sola vez.",
  "free-documents-wait":
    "Hoy se han abierto muchas cuentas desde su red, así que los documentos gratuitos de esta esperan hasta el {time} UTC.",
  "free-documents-wait-or-confirm":
    "Hoy se han abierto muchas cuentas desde su red, así que los documentos gratuitos de esta esperan hasta el {time} UTC, o hasta que confirme un correo electrónico en la página de su cuenta.",
  "no-credits-left": "No le quedan créditos gratuitos.",
  "no-subscription": "No hay ninguna suscripción que se pueda cancelar.",
  "payment-already-arrived": "Este pago ya ha llegado. No hay que pagar nada más.",
  "payment-pending": "Su pago está en camino. Se aceptará en cuanto llegue.",
  "payment-service-refused": "El servicio de pago ha rechazado esta solicitud. Contacte con el soporte.",
  "payment-service-unavailable": "El servicio de pago no responde. Vuelva a intentarlo dentro de un momento.",
  "payment-successful": "Pago realizado",
  "payments-not-configured": "Los pagos no están configurados en este servidor.",
  "plan-already-active": "Su plan ya está activo.",
  "plan-unknown": "Elija uno de los planes",
  "plan-used-up": "Ha usado todos los documentos de su plan.",
  "purchase-not-found": "No existe esa compra.",
  "subscription-already-active": "Su plan ilimitado ya está activo.",
  "subscription-not-payable": "Esta suscripción no se puede pagar aquí. Contacte con el soporte.",
  "taxes-unavailable": "No se han podido calcular los impuestos de su lugar. Contacte con el soporte.",
  "trial-active": "El plan «Prueba gratuita» está activo.",
  "unlimited-active": "El plan «Mensual ilimitado» está activo.",
};
