import type { OfficeAction, OfficeRole } from "../../db/columns/offices.ts";
import type { SubscriptionStatus } from "../../src/features/billing/billing.output.schema.ts";
import { plans } from "../environment/server-settings.ts";
import { type InEachLanguage, localizeWhole } from "./localize.ts";

const allFree = plans.trial.documentLimit === null;

export const officesMessages = localizeWhole({
  title: { en: "Offices", es: "Oficinas" },
  intro: {
    en: "In an office, several people work with the same documents, projects and plan. Stamps and certificates name the office as the client.",
    es: "En una oficina, varias personas trabajan con los mismos documentos, proyectos y plan. Los sellos y certificados nombran a la oficina como cliente.",
  },
  loading: { en: "Loading…", es: "Cargando…" },
  failedToLoad: { en: "This couldn't be loaded.", es: "No se ha podido cargar." },
  again: { en: "Try again", es: "Reintentar" },
  failed: { en: "That didn't work", es: "No ha funcionado" },
  fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  done: { en: "Done", es: "Hecho" },
  cancel: { en: "Cancel", es: "Cancelar" },
  roles: {
    viewer: { en: "Viewer", es: "Lector" },
    member: { en: "Member", es: "Miembro" },
    manager: { en: "Manager", es: "Gestor" },
    owner: { en: "Owner", es: "Propietario" },
  } satisfies Record<OfficeRole, InEachLanguage<string>>,
  rights: {
    viewer: { en: "reads", es: "lee" },
    member: { en: "also uploads, stamps and shares", es: "además sube, sella y comparte" },
    manager: {
      en: "also deletes, invites, and manages tokens and webhooks",
      es: "además elimina, invita y gestiona tokens y webhooks",
    },
    owner: {
      en: "also changes roles, pays and closes the office",
      es: "además cambia funciones, paga y cierra la oficina",
    },
  } satisfies Record<OfficeRole, InEachLanguage<string>>,
  own: {
    title: { en: "Your offices", es: "Sus oficinas" },
    none: { en: "You don't belong to an office yet.", es: "Aún no pertenece a ninguna oficina." },
    invitation: {
      en: "Go on with the invitation that you opened",
      es: "Seguir con la invitación que ha abierto",
    },
    use: { en: "Switch", es: "Cambiar" },
    switchTo: { en: (name: string) => `Switch to ${name}`, es: (name: string) => `Cambiar a ${name}` },
    back: { en: "Switch to your own account", es: "Cambiar a su propia cuenta" },
    now: {
      en: (name: string) => `You are working for ${name}.`,
      es: (name: string) => `Está trabajando para ${name}.`,
    },
  },
  create: {
    title: { en: "Open an office", es: "Abrir una oficina" },
    name: { en: "Name of the office", es: "Nombre de la oficina" },
    hint: {
      en: `For example, Doe & Partners LLP. It is printed on stamps and certificates. An office has a plan of its own${allFree ? "" : " and no free documents"}.`,
      es: `Por ejemplo, Pérez y Asociados. Aparece en los sellos y certificados. Una oficina tiene su propio plan${allFree ? "" : " y ningún documento gratuito"}.`,
    },
    submit: { en: "Open", es: "Abrir" },
    pending: { en: "Opening…", es: "Abriendo…" },
  },
  members: {
    title: { en: "Members", es: "Miembros" },
    you: { en: "you", es: "usted" },
    role: { en: (name: string) => `Role of ${name}`, es: (name: string) => `Función de ${name}` },
    remove: { en: "Remove", es: "Quitar" },
    removeNamed: { en: (name: string) => `Remove ${name}`, es: (name: string) => `Quitar a ${name}` },
    removeTitle: { en: "Remove this member?", es: "¿Quitar a este miembro?" },
    removeText: {
      en: (name: string) => `${name} loses access at once. What they made stays with the office.`,
      es: (name: string) => `${name} pierde el acceso de inmediato. Lo que hizo se queda en la oficina.`,
    },
    prove: {
      title: {
        en: (name: string, role: string) => `New role of ${name}: ${role}`,
        es: (name: string, role: string) => `Nueva función de ${name}: ${role}`,
      },
      intro: {
        en: "Owners can do everything, so please prove that it's you. All owners are told by email.",
        es: "Los propietarios pueden hacerlo todo: demuestre que es usted. Avisaremos por correo a todos los propietarios.",
      },
      submit: { en: "Change the role", es: "Cambiar la función" },
      pending: { en: "Changing…", es: "Cambiando…" },
      failed: { en: "The role wasn't changed", es: "La función no se ha cambiado" },
    },
    leave: { en: "Leave this office", es: "Dejar esta oficina" },
    leaveTitle: { en: "Leave this office?", es: "¿Dejar esta oficina?" },
    leaveText: {
      en: "You lose access at once. What you made stays with the office.",
      es: "Pierde el acceso de inmediato. Lo que hizo se queda en la oficina.",
    },
  },
  invite: {
    title: { en: "Invite someone", es: "Invitar a alguien" },
    role: { en: "Role", es: "Función" },
    email: { en: "Email address (optional)", es: "Correo electrónico (opcional)" },
    emailHint: {
      en: "With an address, we email the link, and only its owner can accept. Without one, you get a link to pass on.",
      es: "Con una dirección, enviamos el enlace, y solo su titular puede aceptar. Sin ella, recibe usted un enlace para pasarlo.",
    },
    linkHint: { en: "You get a link to pass on.", es: "Recibe usted un enlace para pasarlo." },
    submit: { en: "Invite", es: "Invitar" },
    pending: { en: "Inviting…", es: "Invitando…" },
    mailed: { en: "The invitation is being emailed", es: "La invitación se está enviando" },
    made: {
      title: { en: "Copy this link now", es: "Copie este enlace ahora" },
      text: {
        en: "It works once, for a week. Anyone who has it can join, so give it only to the person you invite. It is shown only once.",
        es: "Funciona una vez, durante una semana. Quien lo tenga puede unirse: déselo solo a la persona que invita. Solo se muestra una vez.",
      },
      field: {
        label: { en: "Invitation link", es: "Enlace de invitación" },
        copy: { en: "Copy", es: "Copiar" },
        copied: { en: "Copied", es: "Copiado" },
      },
      done: { en: "Done", es: "Hecho" },
    },
    open: { en: "Open invitations", es: "Invitaciones abiertas" },
    anyone: { en: "Anyone with the link", es: "Cualquiera con el enlace" },
    until: { en: (when: string) => `until ${when}`, es: (when: string) => `hasta ${when}` },
    withdraw: { en: "Withdraw", es: "Retirar" },
    withdrawNamed: {
      en: (who: string) => `Withdraw the invitation: ${who}`,
      es: (who: string) => `Retirar la invitación: ${who}`,
    },
  },
  memberPrice: {
    en: (price: string) =>
      `Each additional member who may stamp adds ${price} a month to the plan, plus any taxes. The next invoice includes the rest of this month. Viewers cost nothing.`,
    es: (price: string) =>
      `Cada miembro más que pueda sellar suma ${price} al mes al plan, más los impuestos que correspondan. La próxima factura incluye el resto de este mes. Quien solo lee no cuesta nada.`,
  },
  memberPriceUntil: {
    en: (price: string, day: string) =>
      `The plan is canceled and ends on ${day}. Each additional member who may stamp adds the part of ${price} a month for the days until then, plus any taxes. Viewers cost nothing.`,
    es: (price: string, day: string) =>
      `El plan está cancelado y termina el ${day}. Cada miembro más que pueda sellar suma la parte de ${price} al mes que corresponde a los días hasta entonces, más los impuestos que procedan. Quien solo lee no cuesta nada.`,
  },
  access: {
    title: { en: "What works without signing in", es: "Lo que funciona sin iniciar sesión" },
    intro: {
      en: "Links to shared projects, webhooks and access tokens belong to the office. Links stay when the member who made them leaves; their webhooks are disabled and their tokens end.",
      es: "Los enlaces a proyectos compartidos, los webhooks y los tokens de acceso son de la oficina. Los enlaces se quedan cuando se va quien los creó; sus webhooks se desactivan y sus tokens terminan.",
    },
    none: { en: "Nothing at present.", es: "Nada por ahora." },
    link: {
      en: (project: string) => `Link to the project “${project}”`,
      es: (project: string) => `Enlace al proyecto «${project}»`,
    },
    webhook: { en: (host: string) => `Webhook at ${host}`, es: (host: string) => `Webhook en ${host}` },
    token: {
      en: (name: string) => `Access token “${name}”`,
      es: (name: string) => `Token de acceso «${name}»`,
    },
    disabled: { en: "disabled", es: "desactivado" },
    madeBy: { en: (who: string) => `by ${who}`, es: (who: string) => `de ${who}` },
    left: { en: "who has left", es: "que se ha ido" },
    madeByDeleted: { en: "by a deleted account", es: "de una cuenta eliminada" },
    until: { en: (when: string) => `until ${when}`, es: (when: string) => `hasta ${when}` },
    end: { en: "End", es: "Terminar" },
    endNamed: { en: (what: string) => `End: ${what}`, es: (what: string) => `Terminar: ${what}` },
    endTitle: { en: "End this?", es: "¿Terminar esto?" },
    endText: {
      en: (what: string) => `${what} stops working at once, for everyone. This cannot be undone.`,
      es: (what: string) => `${what}: deja de funcionar de inmediato, para todos. No se puede deshacer.`,
    },
  },
  log: {
    title: { en: "What happened", es: "Qué ha pasado" },
    actions: {
      "office.created": { en: "opened the office", es: "abrió la oficina" },
      "office.renamed": { en: "renamed the office", es: "cambió el nombre de la oficina" },
      "office.closing": { en: "asked to close the office", es: "pidió cerrar la oficina" },
      "office.kept": { en: "kept the office", es: "conservó la oficina" },
      "invitation.made": { en: "invited someone", es: "invitó a alguien" },
      "invitation.withdrawn": { en: "withdrew an invitation", es: "retiró una invitación" },
      "member.joined": { en: "joined", es: "se unió" },
      "member.left": { en: "left", es: "se fue" },
      "member.removed": { en: "removed a member", es: "quitó a un miembro" },
      "role.changed": { en: "changed a role", es: "cambió una función" },
      "document.stamped": { en: "stamped a document", es: "selló un documento" },
      "document.deleted": { en: "deleted a document", es: "eliminó un documento" },
      "project.shared": { en: "shared a project", es: "compartió un proyecto" },
      "share.ended": { en: "ended a shared link", es: "terminó un enlace compartido" },
      "token.made": { en: "made an access token", es: "creó un token de acceso" },
      "token.revoked": { en: "revoked an access token", es: "revocó un token de acceso" },
      "webhook.made": { en: "set up a webhook", es: "configuró un webhook" },
      "webhook.changed": { en: "changed a webhook", es: "cambió un webhook" },
      "webhook.deleted": { en: "deleted a webhook", es: "eliminó un webhook" },
      "domain.added": { en: "added a domain", es: "añadió un dominio" },
      "domain.verified": {
        en: "found the record of a domain, which is verified",
        es: "encontró el registro de un dominio, que queda verificado",
      },
      "domain.lost": {
        en: "no longer counts a domain as verified",
        es: "dejó de dar por verificado un dominio",
      },
      "domain.shown": {
        en: "changed which domain stands on certificates",
        es: "cambió qué dominio aparece en los certificados",
      },
      "domain.removed": { en: "removed a domain", es: "eliminó un dominio" },
      "document.emailed": { en: "emailed a document", es: "envió un documento por correo" },
      "plan.canceled": { en: "canceled the plan", es: "canceló el plan" },
      "plan.changed": { en: "was told that the plan changed", es: "supo que el plan cambió" },
      "seats.changed": {
        en: "was told that the plan is for a different number of members",
        es: "supo que el plan es para otro número de miembros",
      },
      "payment.received": { en: "received a payment", es: "recibió un pago" },
      "payment.refunded": { en: "was told of a refund", es: "supo de un reembolso" },
      "office.exported": { en: "began an export of the office", es: "empezó una exportación de la oficina" },
    } satisfies Record<OfficeAction, InEachLanguage<string>>,
    /** What a changed plan is now. */
    plans: {
      none: { en: "no subscription", es: "sin suscripción" },
      incomplete: { en: "payment incomplete", es: "pago incompleto" },
      active: { en: "paid", es: "pagado" },
      canceled: { en: "ended", es: "terminado" },
    } satisfies Record<SubscriptionStatus["status"], InEachLanguage<string>>,
    /** Whether a domain is. */
    shown: {
      true: { en: "on new certificates", es: "en los certificados nuevos" },
      false: { en: "not on certificates", es: "no en los certificados" },
    },
    deleted: { en: "a deleted account", es: "una cuenta eliminada" },
    operator: { en: "This site's administrators", es: "La administración de este sitio" },
    server: { en: "This service", es: "Este servicio" },
    search: { en: "Search", es: "Buscar" },
    words: { en: "Name or serial number", es: "Nombre o número de serie" },
    member: { en: "Person", es: "Persona" },
    anyMember: { en: "All", es: "Todas" },
    action: { en: "Kind", es: "Tipo" },
    anyAction: { en: "All", es: "Todos" },
    none: {
      en: "Nothing was found. Of people who have left, search for the username.",
      es: "No se ha encontrado nada. De quienes se han ido, busque el nombre de usuario.",
    },
    more: { en: "Show more", es: "Mostrar más" },
    csv: { en: "Save as CSV", es: "Guardar como CSV" },
    json: { en: "Save as JSON", es: "Guardar como JSON" },
    moreFailed: {
      en: "More couldn't be loaded. Please try again.",
      es: "No se ha podido cargar más. Vuelva a intentarlo.",
    },
  },
  manage: {
    title: { en: "Name and closing", es: "Nombre y cierre" },
    name: { en: "Name of the office", es: "Nombre de la oficina" },
    nameHint: {
      en: "It is printed on new stamps and certificates. Existing ones keep the old name.",
      es: "Aparece en los sellos y certificados nuevos. Los existentes conservan el nombre anterior.",
    },
    submit: { en: "Rename", es: "Cambiar el nombre" },
    pending: { en: "Renaming…", es: "Cambiando…" },
    failed: { en: "The office wasn't renamed", es: "El nombre no se ha cambiado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    renamed: { en: "The office was renamed", es: "El nombre de la oficina se ha cambiado" },
    export: { en: "Export everything", es: "Exportar todo" },
    exportHint: {
      en: "One file with documents, evidence, projects, payments, members, domains and log. The log says who began to read it.",
      es: "Un archivo con documentos, pruebas, proyectos, pagos, miembros, dominios y registro. El registro dice quién empezó a leerlo.",
    },
    close: { en: "Close this office", es: "Cerrar esta oficina" },
    prove: {
      title: { en: "Close this office?", es: "¿Cerrar esta oficina?" },
      intro: {
        en: "It is closed in a week, and until then an owner can keep it. Then its names are deleted from our database, and its members can no longer open its documents: please download what is needed first. Stamped copies, certificates and lists of collections that are not deleted before stay on our server with the names in them; only our administrators can open them. What the office stamped can still be verified. Its plan ends with the period that is paid. Members with a confirmed address are told by email. Please prove that it's you.",
        es: "Se cierra dentro de una semana; hasta entonces, un propietario puede conservarla. Después se eliminan sus nombres de nuestra base de datos y sus miembros ya no pueden abrir los documentos de la oficina: descargue antes lo que haga falta. Las copias selladas, los certificados y las listas de colecciones que no se eliminen antes quedan en nuestro servidor con los nombres que contienen; solo nuestros administradores pueden abrirlos. Lo que la oficina selló se puede seguir verificando. Su plan termina con el periodo pagado. Avisaremos por correo a los miembros que hayan confirmado su dirección. Demuestre que es usted.",
      },
      submit: { en: "Close the office", es: "Cerrar la oficina" },
      pending: { en: "Closing…", es: "Cerrando…" },
      failed: { en: "The office is not being closed", es: "La oficina no se va a cerrar" },
    },
    keep: { en: "Keep the office", es: "Conservar la oficina" },
    kept: { en: "The office is kept", es: "La oficina se conserva" },
  },
  closing: {
    en: (when: string) => `This office will be closed on ${when}.`,
    es: (when: string) => `Esta oficina se cerrará el ${when}.`,
  },
  invitation: {
    title: { en: "Invitation", es: "Invitación" },
    incomplete: {
      en: "This link is incomplete. Please copy all of it from the invitation.",
      es: "Este enlace está incompleto. Cópielo entero de la invitación.",
    },
    text: {
      en: (person: string, office: string) => `${person} invites you to work for ${office}.`,
      es: (person: string, office: string) => `${person} le invita a trabajar para ${office}.`,
    },
    role: {
      en: (role: string, rights: string) => `Your role: ${role}. ${rights}`,
      es: (role: string, rights: string) => `Su función: ${role}. ${rights}`,
    },
    /** All that a role may do, for someone who does not see the other roles. */
    rights: {
      viewer: {
        en: "You can read the documents of the office.",
        es: "Puede leer los documentos de la oficina.",
      },
      member: {
        en: "You can read, upload, stamp and share its documents.",
        es: "Puede leer, subir, sellar y compartir sus documentos.",
      },
      manager: {
        en: "You can read, upload, stamp, share and delete its documents, invite people, and manage tokens and webhooks.",
        es: "Puede leer, subir, sellar, compartir y eliminar sus documentos, invitar a personas y gestionar tokens y webhooks.",
      },
      owner: {
        en: "You can do everything, including changing roles, paying and closing the office.",
        es: "Puede hacerlo todo, también cambiar funciones, pagar y cerrar la oficina.",
      },
    } satisfies Record<OfficeRole, InEachLanguage<string>>,
    mailed: {
      en: "It was emailed: only the person who has confirmed that address in their account can accept it.",
      es: "Se envió por correo: solo puede aceptarla quien haya confirmado esa dirección en su cuenta.",
    },
    accept: { en: "Accept", es: "Aceptar" },
    accepting: { en: "Accepting…", es: "Aceptando…" },
    joined: {
      en: (office: string) => `You are now a member of ${office}. You still work for your own account.`,
      es: (office: string) => `Ya es miembro de ${office}. Sigue trabajando con su propia cuenta.`,
    },
    login: {
      en: "Please log in or create an account first. In this tab, we keep the invitation for you.",
      es: "Primero inicie sesión o cree una cuenta. En esta pestaña le guardamos la invitación.",
    },
    toLogin: { en: "Log in or create an account", es: "Iniciar sesión o crear una cuenta" },
    home: { en: "Go to the home page", es: "Ir a la página de inicio" },
  },
});
