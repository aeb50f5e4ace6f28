import type { Catalog } from "../catalog.ts";

const countOf = (count: string, one: string, many: string) => `${count} ${count === "1" ? one : many}`;

export const adminAudit: Catalog["adminAudit"] = {
  title: "Registro de auditoría",
  intro: "Quién hizo qué con permisos de administración, lo más reciente primero.",
  none: "Todavía no se ha hecho nada.",
  older: "Mostrar entradas anteriores",
  acts: {
    userDeleted: (id, documents) =>
      `Eliminó al usuario ${id} y anonimizó ${countOf(documents, "documento", "documentos")}`,
    mayBeCharged:
      ". Los pagos no están configurados, así que una suscripción o un pago puede seguir en Stripe: cancélelo allí",
    creditsGranted: (credits, id) =>
      `Concedió ${countOf(credits, "crédito gratuito", "créditos gratuitos")} al usuario ${id}`,
    emailed: (serial, to) => `Envió ${serial} por correo a ${to}`,
    stampedRead: (serial) => `Descargó la copia sellada de ${serial}`,
    certificateRead: (serial) => `Descargó el certificado de ${serial}`,
    originalRead: (about) => `Vio el original: ${about}`,
    document: (id) => `documento ${id}`,
    ticketUpdated: (id, from, to) => `Cambió la consulta ${id} de ${from} a ${to}`,
    ticketDeleted: (id, subject) => `Eliminó la consulta ${id}: ${subject}`,
    adminCreated: (username) => `Creó la cuenta de administración ${username}`,
    adminPromoted: (username) => `Dio permisos de administración a ${username}`,
    adminEmailSet: (id) => `Fijó el correo del administrador ${id} según ADMIN_EMAIL`,
    resetLinkMade: (id) => `Creó un enlace para una contraseña nueva del usuario ${id}`,
    resetLinkEmailed: (id) => `Envió al usuario ${id} un enlace para una contraseña nueva`,
    passwordReset: (id) => `Fijó una contraseña nueva para el usuario ${id}`,
    appAdded: (id) => `Añadió una aplicación de autenticación: usuario ${id}`,
    appRemoved: (id) => `Quitó la aplicación de autenticación: usuario ${id}`,
    recoveryCodesMade: (id) => `Creó códigos de recuperación nuevos: usuario ${id}`,
    recoveryCodeUsed: (id, left) =>
      `Inició sesión con un código de recuperación, quedan ${left}: usuario ${id}`,
    passkeyAdded: (id) => `Añadió una llave de acceso: usuario ${id}`,
    passkeyRemoved: (id) => `Quitó una llave de acceso: usuario ${id}`,
    providerLinked: (id) => `Vinculó un proveedor de identidad: usuario ${id}`,
    providerUnlinked: (id) => `Quitó el vínculo con un proveedor de identidad: usuario ${id}`,
    passwordSet: (id) => `Eligió una primera contraseña: usuario ${id}`,
    officeClosing: (id) => `Pidió cerrar la oficina ${id}`,
    officeKept: (id) => `Conservó la oficina ${id}, que se iba a cerrar`,
    officeClosed: (id) => `La oficina ${id} se cerró`,
    officeOwnerAdded: (id, person) => `Dio al usuario ${person} la propiedad de la oficina ${id}`,
    officeOwnerDemoted: (id, person) => `El propietario ${person} de la oficina ${id} recibió otra función`,
    officeOwnerRemoved: (id, person) => `El propietario ${person} dejó la oficina ${id}`,
    officeOwnerLeaving: (id, person) =>
      `El propietario ${person} de la oficina ${id} pidió eliminar su cuenta`,
    officeOwnerStaying: (id, person) => `El propietario ${person} de la oficina ${id} conserva su cuenta`,
    officeMemberLeft: (id, person, links, webhooks) =>
      `El miembro ${person} dejó la oficina ${id}; enlaces que aún se abren: ${links}; webhooks desactivados: ${webhooks}`,
    adminDemoted: (name) => `El grupo del proveedor de identidad ya no hace administrador a ${name}`,
    secondFactorReset: (id) => `Quitó el segundo paso y las llaves de acceso del usuario ${id}`,
  },
};
