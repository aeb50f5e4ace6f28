import { localize } from "./localize.ts";

const countOfEn = (count: string, noun: string) => `${count} ${noun}${count === "1" ? "" : "s"}`;

const countOfEs = (count: string, one: string, many: string) => `${count} ${count === "1" ? one : many}`;

/** Texts of the audit log. */
export const auditTexts = {
  title: { en: "Audit log", es: "Registro de auditoría" },
  intro: {
    en: "What administrators did, newest first.",
    es: "Quién hizo qué con permisos de administración, lo más reciente primero.",
  },
  none: { en: "Nothing here yet.", es: "Todavía no se ha hecho nada." },
  older: { en: "Show older entries", es: "Mostrar entradas anteriores" },
  acts: {
    userDeleted: {
      en: (id: string, documents: string) =>
        `Deleted user ${id} and anonymized ${countOfEn(documents, "document")}`,
      es: (id: string, documents: string) =>
        `Eliminó al usuario ${id} y anonimizó ${countOfEs(documents, "documento", "documentos")}`,
    },
    mayBeCharged: {
      en: ". Payments are not set up here, so Stripe may still charge for a subscription: please cancel it there",
      es: ". Los pagos no están configurados, así que una suscripción o un pago puede seguir en Stripe: cancélelo allí",
    },
    creditsGranted: {
      en: (credits: string, id: string) => `Granted ${countOfEn(credits, "free credit")} to user ${id}`,
      es: (credits: string, id: string) =>
        `Concedió ${countOfEs(credits, "crédito gratuito", "créditos gratuitos")} al usuario ${id}`,
    },
    emailed: {
      en: (serial: string, to: string) => `Emailed ${serial} to ${to}`,
      es: (serial: string, to: string) => `Envió ${serial} por correo a ${to}`,
    },
    stampedRead: {
      en: (serial: string) => `Downloaded the stamped copy of ${serial}`,
      es: (serial: string) => `Descargó la copia sellada de ${serial}`,
    },
    certificateRead: {
      en: (serial: string) => `Downloaded the certificate of ${serial}`,
      es: (serial: string) => `Descargó el certificado de ${serial}`,
    },
    originalRead: {
      en: (serial: string) => `Viewed the original of ${serial}`,
      es: (about: string) => `Vio el original: ${about}`,
    },
    document: { en: (id: string) => `document ${id}`, es: (id: string) => `documento ${id}` },
    ticketUpdated: {
      en: (id: string, from: string, to: string) => `Changed ticket ${id} from ${from} to ${to}`,
      es: (id: string, from: string, to: string) => `Cambió la consulta ${id} de ${from} a ${to}`,
    },
    ticketDeleted: {
      en: (id: string, subject: string) => `Deleted ticket ${id}: ${subject}`,
      es: (id: string, subject: string) => `Eliminó la consulta ${id}: ${subject}`,
    },
    adminCreated: {
      en: (username: string) => `Created the administrator ${username}`,
      es: (username: string) => `Creó la cuenta de administración ${username}`,
    },
    adminPromoted: {
      en: (username: string) => `Gave ${username} administrator rights`,
      es: (username: string) => `Dio permisos de administración a ${username}`,
    },
    adminEmailSet: {
      en: (id: string) => `Set the email address of administrator ${id} from ADMIN_EMAIL`,
      es: (id: string) => `Fijó el correo del administrador ${id} según ADMIN_EMAIL`,
    },
    resetLinkMade: {
      en: (id: string) => `Made a link for a new password of user ${id}`,
      es: (id: string) => `Creó un enlace para una contraseña nueva del usuario ${id}`,
    },
    resetLinkEmailed: {
      en: (id: string) => `Emailed user ${id} a link for a new password`,
      es: (id: string) => `Envió al usuario ${id} un enlace para una contraseña nueva`,
    },
    passwordReset: {
      en: (id: string) => `Set a new password for user ${id}`,
      es: (id: string) => `Fijó una contraseña nueva para el usuario ${id}`,
    },
    appAdded: {
      en: (id: string) => `Added an authenticator app: user ${id}`,
      es: (id: string) => `Añadió una aplicación de autenticación: usuario ${id}`,
    },
    appRemoved: {
      en: (id: string) => `Removed the authenticator app: user ${id}`,
      es: (id: string) => `Quitó la aplicación de autenticación: usuario ${id}`,
    },
    recoveryCodesMade: {
      en: (id: string) => `Made new recovery codes: user ${id}`,
      es: (id: string) => `Creó códigos de recuperación nuevos: usuario ${id}`,
    },
    recoveryCodeUsed: {
      en: (id: string, left: string) => `Signed in with a recovery code, ${left} left: user ${id}`,
      es: (id: string, left: string) =>
        `Inició sesión con un código de recuperación, quedan ${left}: usuario ${id}`,
    },
    passkeyAdded: {
      en: (id: string) => `Added a passkey: user ${id}`,
      es: (id: string) => `Añadió una llave de acceso: usuario ${id}`,
    },
    passkeyRemoved: {
      en: (id: string) => `Removed a passkey: user ${id}`,
      es: (id: string) => `Quitó una llave de acceso: usuario ${id}`,
    },
    providerLinked: {
      en: (id: string) => `Linked an identity provider: user ${id}`,
      es: (id: string) => `Vinculó un proveedor de identidad: usuario ${id}`,
    },
    providerUnlinked: {
      en: (id: string) => `Removed the link to an identity provider: user ${id}`,
      es: (id: string) => `Quitó el vínculo con un proveedor de identidad: usuario ${id}`,
    },
    passwordSet: {
      en: (id: string) => `Chose a first password: user ${id}`,
      es: (id: string) => `Eligió una primera contraseña: usuario ${id}`,
    },
    officeClosing: {
      en: (id: string) => `Asked to close office ${id}`,
      es: (id: string) => `Pidió cerrar la oficina ${id}`,
    },
    officeKept: {
      en: (id: string) => `Kept office ${id}, which was to be closed`,
      es: (id: string) => `Conservó la oficina ${id}, que se iba a cerrar`,
    },
    officeClosed: {
      en: (id: string) => `Office ${id} was closed`,
      es: (id: string) => `La oficina ${id} se cerró`,
    },
    officeOwnerAdded: {
      en: (id: string, person: string) => `Made user ${person} an owner of office ${id}`,
      es: (id: string, person: string) => `Dio al usuario ${person} la propiedad de la oficina ${id}`,
    },
    officeOwnerDemoted: {
      en: (id: string, person: string) => `Owner ${person} of office ${id} got another role`,
      es: (id: string, person: string) => `El propietario ${person} de la oficina ${id} recibió otra función`,
    },
    officeOwnerRemoved: {
      en: (id: string, person: string) => `Owner ${person} left office ${id}`,
      es: (id: string, person: string) => `El propietario ${person} dejó la oficina ${id}`,
    },
    officeOwnerLeaving: {
      en: (id: string, person: string) => `Owner ${person} of office ${id} asked to delete their account`,
      es: (id: string, person: string) =>
        `El propietario ${person} de la oficina ${id} pidió eliminar su cuenta`,
    },
    officeOwnerStaying: {
      en: (id: string, person: string) => `Owner ${person} of office ${id} keeps their account`,
      es: (id: string, person: string) => `El propietario ${person} de la oficina ${id} conserva su cuenta`,
    },
    officeMemberLeft: {
      en: (id: string, person: string, links: string, webhooks: string) =>
        `Member ${person} left office ${id}; links that still open: ${links}; webhooks that were disabled: ${webhooks}`,
      es: (id: string, person: string, links: string, webhooks: string) =>
        `El miembro ${person} dejó la oficina ${id}; enlaces que aún se abren: ${links}; webhooks desactivados: ${webhooks}`,
    },
    adminDemoted: {
      en: (name: string) => `The group at the identity provider no longer makes ${name} an administrator`,
      es: (name: string) => `El grupo del proveedor de identidad ya no hace administrador a ${name}`,
    },
    secondFactorReset: {
      en: (id: string) => `Removed the second step and the passkeys of user ${id}`,
      es: (id: string) => `Quitó el segundo paso y las llaves de acceso del usuario ${id}`,
    },
  },
};

export const auditMessages = localize(auditTexts);
