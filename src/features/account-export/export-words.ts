import type { PlanId } from "../billing/billing.schema.ts";
import type { DocumentStatus } from "../documents/documents.output.schema.ts";

export const exportLanguages = ["en", "es"] as const;
export type ExportLanguage = (typeof exportLanguages)[number];

/** The texts of an export's index.html. */
const english = {
  locale: "en-US",
  title: (product: string) => `Everything in your ${product} account`,
  made: (time: string, origin: string) =>
    `Made on ${time} at ${origin}. This page works without the internet.`,
  account: "Account",
  username: "Username",
  name: "Name",
  email: "Email",
  since: "Member since",
  facts: "All facts as data, for programs:",
  checking: "Check a stamped copy on your own computer, without us:",
  documents: "Documents",
  noDocuments: "No documents.",
  document: "Document",
  status: "Status",
  serialNumber: "Serial number",
  date: "Date",
  files: "Files",
  kinds: { original: "Original", stamped: "Stamped copy", certificate: "Certificate" },
  evidence: "Evidence",
  missing: (kinds: string) => `Not included, because the server couldn't read it: ${kinds}.`,
  statuses: {
    uploaded: "Uploaded",
    processing: "Processing",
    completed: "Stamped",
    error: "Failed",
  } satisfies Record<DocumentStatus, string>,
  projects: "Projects",
  payments: "Payments",
  plan: "Plan",
  plans: {
    trial: "Free Trial",
    payper: "Pay Per Document",
    smallbundle: "Small Bundle",
    bundle: "Bundle",
    unlimited: "Unlimited Monthly",
  } satisfies Record<PlanId, string>,
  amount: "Amount",
  state: "State",
  states: { paid: "Paid", refunded: "Refunded", disputed: "Disputed", failed: "Failed" },
  tickets: "Support tickets",
  support: "Support",
  you: "You",
};
type ExportWords = typeof english;

const spanish: ExportWords = {
  locale: "es",
  title: (product) => `Todo lo que hay en su cuenta de ${product}`,
  made: (time, origin) => `Creado el ${time} en ${origin}. Esta página funciona sin internet.`,
  account: "Cuenta",
  username: "Nombre de usuario",
  name: "Nombre",
  email: "Correo electrónico",
  since: "Miembro desde",
  facts: "Todos los datos en un archivo para programas:",
  checking: "Compruebe una copia sellada en su propio equipo, sin nosotros:",
  documents: "Documentos",
  noDocuments: "No hay documentos.",
  document: "Documento",
  status: "Estado",
  serialNumber: "Número de serie",
  date: "Fecha",
  files: "Archivos",
  kinds: { original: "Original", stamped: "Copia sellada", certificate: "Certificado" },
  evidence: "Pruebas",
  missing: (kinds) => `No se incluye, porque el servidor no ha podido leerlo: ${kinds}.`,
  statuses: { uploaded: "Subido", processing: "En proceso", completed: "Sellado", error: "Fallido" },
  projects: "Proyectos",
  payments: "Pagos",
  plan: "Plan",
  plans: {
    trial: "Prueba gratuita",
    payper: "Pago por documento",
    smallbundle: "Paquete pequeño",
    bundle: "Paquete",
    unlimited: "Mensual ilimitado",
  },
  amount: "Importe",
  state: "Estado",
  states: { paid: "Pagado", refunded: "Reembolsado", disputed: "En disputa", failed: "Fallido" },
  tickets: "Solicitudes de soporte",
  support: "Soporte",
  you: "Usted",
};

export const exportWords: Record<ExportLanguage, ExportWords> = { en: english, es: spanish };
