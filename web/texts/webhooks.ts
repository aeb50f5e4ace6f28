import { localizeWhole } from "./localize.ts";

/** Sentences of the webhooks card. */
export const webhooksMessages = localizeWhole({
  title: { en: "Webhooks", es: "Webhooks" },
  intro: {
    en: "We send a request to your address when something that you choose happens. Requests are signed as described by Standard Webhooks.",
    es: "Enviamos un aviso a su dirección cuando ocurre lo que usted elija. Los avisos se firman según Standard Webhooks.",
  },
  form: {
    url: { en: "Address", es: "Dirección" },
    urlHint: { en: "It starts with https://", es: "Empieza por https://" },
    events: { en: "Send a request about", es: "Avisar de" },
    submit: { en: "Add webhook", es: "Añadir webhook" },
    pending: { en: "Adding…", es: "Añadiendo…" },
    failed: { en: "Couldn't add the webhook", es: "El webhook no se ha añadido" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  events: {
    "document.uploaded": { en: "Uploaded documents", es: "Documentos subidos" },
    "document.completed": { en: "Completed documents", es: "Documentos completados" },
    "document.failed": { en: "Failed documents", es: "Documentos fallidos" },
    "document.deleted": { en: "Deleted documents", es: "Documentos eliminados" },
    "collection.attested": { en: "Attested collections", es: "Colecciones atestiguadas" },
    "timeline.sealed": { en: "Sealed timelines", es: "Cronologías selladas" },
    "project.acknowledged": { en: "Acknowledged projects", es: "Acuses de recibo de proyectos" },
    "document.anchored": {
      en: "Independently anchored documents",
      es: "Documentos anclados de forma independiente",
    },
    "payment.completed": { en: "Received payments", es: "Pagos recibidos" },
    "payment.refunded": { en: "Refunded payments", es: "Pagos reembolsados" },
  },
  secret: {
    title: { en: "Copy the secret now", es: "Copie ahora el secreto" },
    text: {
      en: "It is shown only once. Use it to verify that requests come from us.",
      es: "Solo se muestra esta vez. Úselo para comprobar que los avisos son nuestros.",
    },
    field: {
      label: { en: "Webhook secret", es: "Secreto del webhook" },
      copy: { en: "Copy secret", es: "Copiar secreto" },
      copied: { en: "Secret copied!", es: "¡Secreto copiado!" },
    },
    done: { en: "I've copied it", es: "Ya lo he copiado" },
  },
  list: {
    title: { en: "Your webhooks", es: "Sus webhooks" },
    loading: { en: "Loading your webhooks…", es: "Cargando sus webhooks…" },
    failed: { en: "Couldn't load your webhooks.", es: "No se han podido cargar sus webhooks." },
    again: { en: "Try again", es: "Reintentar" },
    empty: { en: "You don't have any webhooks yet.", es: "Todavía no tiene ninguno." },
    disabled: { en: "Disabled", es: "Desactivado" },
    disabledByUs: { en: "Disabled after five days of failures", es: "Desactivado tras cinco días de fallos" },
    makerLeft: {
      en: "Disabled: the member who set it up has left",
      es: "Desactivado: el miembro que lo configuró se ha ido",
    },
    failing: {
      en: (when: string) => `failing since ${when}`,
      es: (when: string) => `falla desde el ${when}`,
    },
    oldSecret: {
      en: (when: string) => `also signed with the old secret until ${when}`,
      es: (when: string) => `firmado también con el secreto anterior hasta el ${when}`,
    },
    enable: { en: "Enable", es: "Activar" },
    disable: { en: "Disable", es: "Desactivar" },
    rotate: { en: "New secret", es: "Secreto nuevo" },
    remove: { en: "Delete", es: "Eliminar" },
    showLog: { en: "Show log", es: "Ver registro" },
    hideLog: { en: "Hide log", es: "Ocultar registro" },
    chooseEvents: { en: "Choose events", es: "Elegir eventos" },
    keepEvents: { en: "Keep events", es: "Dejar los eventos" },
    named: {
      en: (act: string, url: string) => `${act}: ${url}`,
      es: (act: string, url: string) => `${act}: ${url}`,
    },
  },
  change: {
    submit: { en: "Save events", es: "Guardar los eventos" },
    pending: { en: "Saving…", es: "Guardando…" },
    done: { en: "Events saved", es: "Eventos guardados" },
    failed: { en: "Couldn't change the webhook", es: "El webhook no se ha cambiado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  log: {
    loading: { en: "Loading the log…", es: "Cargando el registro…" },
    failed: { en: "Couldn't load the log.", es: "No se ha podido cargar el registro." },
    empty: {
      en: "We sent nothing in the last 30 days.",
      es: "No hemos enviado nada en los últimos 30 días.",
    },
    states: {
      waiting: { en: "Waiting", es: "Pendiente" },
      delivered: { en: "Delivered", es: "Entregado" },
      failed: { en: "Failed", es: "Fallido" },
    },
    attempts: {
      en: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
      es: (count: number) => (count === 1 ? "1 intento" : `${count} intentos`),
    },
    next: { en: (when: string) => `next ${when}`, es: (when: string) => `siguiente: ${when}` },
    soon: { en: "next in a moment", es: "siguiente: dentro de un momento" },
    answer: { en: (status: number) => `status ${status}`, es: (status: number) => `estado ${status}` },
    replay: { en: "Send again", es: "Enviar de nuevo" },
    replayNamed: {
      en: (event: string, when: string) => `Send again: ${event}, ${when}`,
      es: (event: string, when: string) => `Enviar de nuevo: ${event}, ${when}`,
    },
    replayed: { en: "We'll send it again", es: "Se envía de nuevo" },
  },
  dialog: {
    title: { en: "Delete this webhook?", es: "¿Eliminar este webhook?" },
    text: {
      en: (url: string) => `We'll stop sending to ${url} and delete its log. You can't undo this.`,
      es: (url: string) =>
        `Dejaremos de enviar a ${url} y borraremos su registro. Esto no se puede deshacer.`,
    },
    cancel: { en: "Cancel", es: "Cancelar" },
    confirm: { en: "Delete", es: "Eliminar" },
    done: { en: "Webhook deleted", es: "Webhook eliminado" },
  },
});
