import type { Sentences } from "../sentences.ts";

/** Why a webhook delivery failed. */
export const webhookSentences: Sentences = {
  "Please give an address without a password.": "Indique una dirección sin contraseña.",
  "The endpoint's host name cannot be looked up right now.":
    "El nombre del servidor de destino no se puede consultar en este momento.",
  "The endpoint's host name is unknown.": "No se conoce el nombre del servidor de destino.",
  "The endpoint's host is unknown, or not on the public internet.":
    "El servidor de destino no se conoce o no está en la internet pública.",
  "The endpoint's port must be 443, or 1024 and above.":
    "El puerto de destino debe ser el 443, o el 1024 o superior.",
  "The address does not begin with https.": "La dirección no empieza por https.",
  "The endpoint did not answer within {seconds} seconds.": "El destino no respondió en {seconds} segundos.",
  "The endpoint could not be reached.": "No se pudo conectar con el destino.",
  "The endpoint could not be reached ({code}).": "No se pudo conectar con el destino ({code}).",
  "The endpoint sent a lot, and no answer.": "El destino envió mucho y ninguna respuesta.",
  "The endpoint answered with status {status}.": "El destino respondió con el estado {status}.",
  "Too many deliveries are already waiting.": "Ya hay demasiados envíos en espera.",
  "The webhook was disabled.": "El webhook estaba desactivado.",
  "This delivery could not be sent.": "Este envío no se pudo realizar.",
};
