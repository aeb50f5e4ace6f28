import type { AdminUserView } from "../../src/features/admin/admin.output.schema.ts";
import { plans } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

const plansEn = {
  trial: "Free Trial",
  payper: "Pay Per Document",
  smallbundle: "Small Bundle",
  bundle: "Bundle",
  unlimited: "Unlimited Monthly",
};

const plansEs = {
  trial: "Prueba gratuita",
  payper: "Pago por documento",
  smallbundle: "Paquete pequeño",
  bundle: "Paquete",
  unlimited: "Mensual ilimitado",
};

/** An office has no free documents, unless all are free. */
const officesTrial =
  plans.trial.documentLimit === null
    ? { en: plansEn.trial, es: plansEs.trial }
    : { en: "None", es: "Ninguno" };

const statusesEn = { none: "", active: "", incomplete: ", payment incomplete", canceled: ", canceled" };

const statusesEs = { none: "", active: "", incomplete: ", pago pendiente", canceled: ", cancelado" };

/** Texts of the list of users. */
export const usersMessages = localizeWhole({
  count: {
    en: (count: number) => (count === 1 ? "1 user" : `${count} users`),
    es: (count: number) => (count === 1 ? "1 usuario" : `${count} usuarios`),
  },
  range: {
    en: (first: number, last: number, total: number) => `Users ${first} to ${last} of ${total}`,
    es: (first: number, last: number, total: number) => `Usuarios ${first} a ${last} de ${total}`,
  },
  confirmed: { en: "Confirmed", es: "Confirmado" },
  filters: {
    any: { en: "Any", es: "Cualquiera" },
    plan: { en: "Purchased plan", es: "Plan comprado" },
    plans: {
      en: { ...plansEn, trial: "None (Free Trial)" },
      es: { ...plansEs, trial: "Ninguno (prueba gratuita)" },
    },
    active: { en: "Last login", es: "Último acceso" },
    actives: {
      yes: { en: "In the last 30 days", es: "En los últimos 30 días" },
      no: { en: "Earlier, or never", es: "Antes, o nunca" },
    },
    admin: { en: "Administrator", es: "Administrador" },
    admins: {
      yes: { en: "Administrators", es: "Administradores" },
      no: { en: "Others", es: "Los demás" },
    },
    confirmed: { en: "Email address", es: "Correo electrónico" },
    confirmations: {
      yes: { en: "Confirmed", es: "Confirmado" },
      no: { en: "Not confirmed, or none", es: "Sin confirmar, o ninguno" },
    },
    sort: { en: "Sort by", es: "Ordenar por" },
    sorts: {
      username: { en: "Username, A to Z", es: "Nombre de usuario, de la A a la Z" },
      "-username": { en: "Username, Z to A", es: "Nombre de usuario, de la Z a la A" },
      firstName: { en: "First name, A to Z", es: "Nombre, de la A a la Z" },
      "-firstName": { en: "First name, Z to A", es: "Nombre, de la Z a la A" },
      lastName: { en: "Last name, A to Z", es: "Apellidos, de la A a la Z" },
      "-lastName": { en: "Last name, Z to A", es: "Apellidos, de la Z a la A" },
      email: { en: "Email, A to Z", es: "Correo, de la A a la Z" },
      "-email": { en: "Email, Z to A", es: "Correo, de la Z a la A" },
      createdAt: { en: "Registered, oldest first", es: "Registro, los más antiguos primero" },
      "-createdAt": { en: "Registered, newest first", es: "Registro, los más recientes primero" },
      lastLoginAt: { en: "Last login, oldest first", es: "Último acceso, los más antiguos primero" },
      "-lastLoginAt": { en: "Last login, newest first", es: "Último acceso, los más recientes primero" },
      freeCredits: { en: "Free credits, fewest first", es: "Créditos gratuitos, menos primero" },
      "-freeCredits": { en: "Free credits, most first", es: "Créditos gratuitos, más primero" },
    },
    reset: { en: "Clear filters", es: "Quitar filtros" },
  },
  pager: {
    label: { en: "Pages of users", es: "Páginas de usuarios" },
    previous: { en: "Previous", es: "Anterior" },
    next: { en: "Next", es: "Siguiente" },
    page: {
      en: (page: number, pages: number) => `Page ${page} of ${pages}`,
      es: (page: number, pages: number) => `Página ${page} de ${pages}`,
    },
  },
  none: { en: "No users found", es: "No se han encontrado usuarios" },
  search: { en: "Search username, name or email", es: "Buscar usuario, nombre o correo" },
  columns: {
    username: { en: "Username", es: "Nombre de usuario" },
    firstName: { en: "First name", es: "Nombre" },
    lastName: { en: "Last name", es: "Apellidos" },
    email: { en: "Email", es: "Correo" },
    admin: { en: "Admin", es: "Administración" },
    created: { en: "Registered", es: "Registro" },
    lastLogin: { en: "Last login", es: "Último acceso" },
    plan: { en: "Plan", es: "Plan" },
    credits: { en: "Free credits", es: "Créditos gratuitos" },
    actions: { en: "Actions", es: "Acciones" },
  },
  plan: {
    en: ({ subscriptionPlan, subscriptionStatus, isOffice }: AdminUserView) =>
      `${isOffice && subscriptionPlan === "trial" ? officesTrial.en : plansEn[subscriptionPlan]}${statusesEn[subscriptionStatus]}`,
    es: ({ subscriptionPlan, subscriptionStatus, isOffice }: AdminUserView) =>
      `${isOffice && subscriptionPlan === "trial" ? officesTrial.es : plansEs[subscriptionPlan]}${statusesEs[subscriptionStatus]}`,
  },
  office: { en: "Office", es: "Oficina" },
  open: {
    en: (username: string) => `Open the account ${username}`,
    es: (username: string) => `Abrir la cuenta ${username}`,
  },
  account: {
    back: { en: "All users", es: "Todos los usuarios" },
    name: { en: "Name", es: "Nombre" },
    used: {
      en: (count: number, limit: number | null) =>
        limit === null ? `${count} stamped` : `${count} of ${limit} stamped`,
      es: (count: number, limit: number | null) =>
        limit === null ? `${count} sellados` : `${count} de ${limit} sellados`,
    },
    credits: {
      en: (count: number) => (count === 1 ? "1 free credit" : `${count} free credits`),
      es: (count: number) => (count === 1 ? "1 crédito gratuito" : `${count} créditos gratuitos`),
    },
    payments: {
      en: (count: number) =>
        count === 0 ? "No payments" : count === 1 ? "1 payment" : `${count} payments, newest first`,
      es: (count: number) =>
        count === 0 ? "Sin pagos" : count === 1 ? "1 pago" : `${count} pagos, los más recientes primero`,
    },
    incomplete: {
      en: "Stripe isn't responding right now: monthly payments and some refunds are missing here.",
      es: "Stripe no responde en este momento: aquí faltan pagos mensuales y algunos reembolsos.",
    },
    documents: { en: "Newest documents", es: "Documentos más recientes" },
    noDocuments: { en: "No documents", es: "Sin documentos" },
    reset: {
      intro: {
        en: "If they forgot their password: the link works once, within a day if you copy it or an hour if it is emailed. Give it to no one else. It is recorded in the audit log.",
        es: "Si olvidó su contraseña: el enlace funciona una vez, durante un día si usted lo copia o una hora si se envía por correo. No se lo dé a nadie más. Queda en el registro de auditoría.",
      },
      email: { en: "Email a link for a new password", es: "Enviar un enlace para una contraseña nueva" },
      copy: { en: "Make a link for a new password", es: "Crear un enlace para una contraseña nueva" },
      mailed: { en: "A link will be emailed", es: "Se enviará un enlace por correo" },
      failed: { en: "Link not made", es: "Enlace no creado" },
      fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
      made: {
        title: { en: "Copy this link now", es: "Copie ahora este enlace" },
        text: {
          en: "Give it to the owner of the account only, for example by phone message. It is shown only once.",
          es: "Déselo solo al titular de la cuenta, por ejemplo con un mensaje al teléfono. Solo se muestra una vez.",
        },
        field: {
          label: { en: "Link for a new password", es: "Enlace para una contraseña nueva" },
          copy: { en: "Copy link", es: "Copiar enlace" },
          copied: { en: "Link copied", es: "Enlace copiado" },
        },
        done: { en: "Done", es: "Listo" },
      },
    },
  },
  yes: { en: "Admin", es: "Administrador" },
  no: { en: "No", es: "No" },
  never: { en: "Never", es: "Nunca" },
  delete: { en: "Delete", es: "Eliminar" },
  deleteLabel: {
    en: (username: string) => `Delete ${username}`,
    es: (username: string) => `Eliminar ${username}`,
  },
  adminKept: {
    en: "Admin accounts cannot be deleted.",
    es: "Las cuentas de administración no se pueden eliminar.",
  },
  dialog: {
    title: { en: "Delete this user?", es: "¿Eliminar este usuario?" },
    text: {
      en: (username: string) =>
        `This signs ${username} out right away, deletes their names and email address, anonymizes their documents, and removes their address from answered tickets. Certificates can still be verified, without a name. You can't undo this.`,
      es: (username: string) =>
        `Se cierra de inmediato la sesión de ${username}, se eliminan los nombres y la dirección de correo, se anonimizan los documentos y se quita la dirección de las consultas respondidas. Los certificados se pueden seguir verificando, sin nombre. Esto no se puede deshacer.`,
    },
    typed: {
      en: (username: string) => `Type ${username} to confirm`,
      es: (username: string) => `Escriba ${username} para confirmar`,
    },
    confirm: { en: "Delete user", es: "Eliminar usuario" },
  },
  deleted: { en: "User Deleted", es: "Usuario eliminado" },
  deletedText: {
    en: (username: string) => `We deleted ${username} and anonymized their documents.`,
    es: (username: string) => `${username} se ha eliminado y sus documentos se han anonimizado.`,
  },
  failed: { en: "Delete Failed", es: "No se ha podido eliminar" },
  fallback: { en: "Failed to delete user", es: "No se ha podido eliminar el usuario" },
});
