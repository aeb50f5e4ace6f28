import type { Messages } from "../messages.ts";

/** The server's messages about webhooks. */
export const webhookMessages: Messages = {
  "delivery-failed": "Este envío no se pudo realizar.",
  "delivery-not-found": "Este envío no existe o ya no existe.",
  "delivery-not-sent-yet": "Este envío aún está pendiente.",
  "event-repeated": "Indique cada evento una sola vez",
  "event-unknown": "Elija entre los eventos",
  "events-required": "Elija al menos un evento",
  "payment-events-for-owners":
    "Solo las personas propietarias de una oficina pueden elegir eventos sobre pagos. Pídaselo a una de ellas.",
  "webhook-not-for-payments":
    "Los eventos sobre pagos solo se envían a webhooks que ha configurado una persona propietaria de la oficina.",
  "too-many-webhooks": "Tiene {count} webhooks, que es el máximo. Elimine uno primero.",
  "webhook-answer-too-long": "El destino envió mucho y ninguna respuesta.",
  "webhook-answered-with-error": "El destino respondió con el estado {status}.",
  "webhook-disabled": "Este webhook está desactivado. Actívelo primero.",
  "webhook-host-lookup-failed": "El nombre del servidor de destino no se puede consultar en este momento.",
  "webhook-host-not-public": "El servidor de destino no se conoce o no está en la internet pública.",
  "webhook-host-unknown": "No se conoce el nombre del servidor de destino.",
  "webhook-not-https": "La dirección no empieza por https.",
  "webhook-not-found": "Este webhook no existe.",
  "webhook-port-not-allowed": "El puerto de destino debe ser el 443, o el 1024 o superior.",
  "webhook-timeout": "El destino no respondió en {seconds} segundos.",
  "webhook-too-many-waiting": "Ya hay demasiados envíos en espera.",
  "webhook-unreachable": "No se pudo conectar con el destino.",
  "webhook-unreachable-because": "No se pudo conectar con el destino ({reason}).",
  "webhook-was-disabled": "El webhook estaba desactivado.",
  "webhook-url-has-password": "Indique una dirección sin contraseña.",
  "webhook-url-invalid": "Escriba una dirección con https://…",
  "webhook-url-too-long": "Use una dirección de 500 caracteres como máximo",
};
