import type { Sentences } from "../sentences.ts";

/** What the server says of webhooks. */
export const webhookSentences: Sentences = {
  "Please give an address without a password.": "Indique una dirección sin contraseña.",
  "Please write an address with https://…": "Escriba una dirección con https://…",
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
  "Please use an address of at most 500 characters": "Use una dirección de 500 caracteres como máximo",
  "Please choose among the events": "Elija entre los eventos",
  "Please choose at least one event": "Elija al menos un evento",
  "Please give each event only once": "Indique cada evento una sola vez",
  "This delivery does not exist, or was deleted.": "Este envío no existe o ya no existe.",
  "This delivery has not been sent yet.": "Este envío aún está pendiente.",
  "This webhook is disabled. Please enable it first.": "Este webhook está desactivado. Actívelo primero.",
  "This webhook does not exist.": "Este webhook no existe.",
  "You have {count} webhooks, which is the maximum. Please delete one first.":
    "Tiene {count} webhooks, que es el máximo. Elimine uno primero.",
};
