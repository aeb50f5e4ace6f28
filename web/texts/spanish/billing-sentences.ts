import type { Sentences } from "../sentences.ts";

/** The catalogue of plans. */
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
};
