import type { Messages } from "../messages.ts";

/** The server's messages about calls, emails and itself. */
export const serverMessages: Messages = {
  "account-changed":
    "En este navegador se ha iniciado la sesión de otra cuenta, o se ha cambiado de oficina. Vuelva a cargar la página.",
  "address-not-found": "En esta dirección no hay nada.",
  "batch-too-large": "Envíe como máximo {maxCallsInBatch} llamadas a la vez.",
  "body-incomplete": "La solicitud terminó antes de que su cuerpo estuviera completo.",
  "body-not-an-object": "El cuerpo de la solicitud debe ser un objeto JSON.",
  "body-not-json": "El cuerpo de la solicitud no es JSON válido.",
  "body-not-json-type": "Envíe el cuerpo como application/json.",
  "body-not-text": "El cuerpo de la solicitud no es texto.",
  "body-of-other-type": "Envíe el cuerpo como {type}.",
  "language-unknown": "Elija uno de los idiomas de este sitio",
  "legal-text-not-found": "Este sitio no tiene ese texto.",
  "legal-text-unknown": "Pida privacy o terms",
  "body-too-complex":
    "El cuerpo de la solicitud está anidado demasiado profundamente o contiene demasiados valores.",
  "body-too-large": "El cuerpo de la solicitud supera los 100 kB.",
  "call-not-found": "No existe esa llamada.",
  "call-path-unreadable": "La ruta de esta llamada no se puede leer.",
  "cross-site-request": "Esta solicitud procede de otro sitio web y se ha rechazado.",
  "email-address-invalid": "La dirección de correo no es válida",
  "internal-error": "Algo ha ido mal",
  "mail-document-deleted": "El documento se eliminó antes de enviar el correo.",
  "mail-queued": "El servidor de correo aún no ha aceptado el mensaje. Lo seguiremos intentando.",
  "mail-refused": "El servidor de correo ha rechazado el mensaje. Compruebe la dirección.",
  "mail-saved": "Este sitio aún no puede enviar correo. Hemos guardado el mensaje para quienes lo gestionan.",
  "mail-sent": "El servidor de correo aceptó el mensaje para {recipient}.",
  "mail-unconfirmed":
    "El servidor de correo no ha confirmado el mensaje. Pregunte al destinatario antes de enviarlo de nuevo.",
  "method-not-allowed": "Este método no está permitido aquí.",
  "parameter-repeated": "Indique {name} una sola vez.",
  "recipient-name-characters":
    "En el nombre use solo letras, espacios, apóstrofos, guiones, puntos, comas y &",
  "recipient-name-like-address": "Escriba un espacio después de cada punto del nombre",
  "request-invalid": "La solicitud no es válida.",
  "request-not-understood": "La solicitud no se ha podido entender.",
  "bucket-unusable": "No se puede usar el bucket {bucket}: {reason}.",
  "bucket-owned":
    "{place} pertenece a otra base de datos, {owner}. Compruebe FILES_URL, S3_ENDPOINT y DATABASE_URL o elija otro prefijo u otro bucket. Si esa base de datos ya no se usa, borre allí el objeto {marker}.",
  "bucket-of-another-database":
    "{place} contiene archivos, pero ninguno de un documento de la base de datos, y el servidor los borraría. Compruebe FILES_URL, S3_ENDPOINT y DATABASE_URL o restaure antes una copia de seguridad de la base de datos. Si nadie necesita esos archivos, borre todos los objetos de ese lugar o elija otro prefijo u otro bucket.",
  "files-elsewhere":
    "Los archivos de {dataDir} están en {used}, pero {wanted}. Establezca FILES_URL={used} o traslade los archivos (docs/scaling.md).",
  "files-in-data-folder":
    "Los archivos de {dataDir} están en esa carpeta, pero FILES_URL está establecido. Quítelo o traslade los archivos (docs/scaling.md).",
  "file-store-full": "El almacén de archivos está lleno. Vuelva a intentarlo más tarde.",
  "file-store-unreachable":
    "No se puede acceder al almacén de archivos en este momento. Vuelva a intentarlo más tarde.",
  "service-paused": "Este servicio no está disponible temporalmente. Vuelva a intentarlo más tarde.",
  "database-away":
    "En este momento no se puede acceder a la base de datos. Vuelva a intentarlo dentro de un momento.",
  "text-with-nul": "Un texto contiene un carácter que no se puede guardar (NUL). Por favor, quítelo.",
  "server-busy": "El servidor está ocupado. Vuelva a intentarlo dentro de un momento.",
  "server-out-of-space": "El servidor se ha quedado sin espacio. Vuelva a intentarlo más tarde.",
  "space-only-for-plans":
    "El servidor está casi lleno: lo que queda es para las cuentas con plan. Vuelva a intentarlo más tarde, o elija un plan.",
  "stored-file-damaged": "Este archivo falta o está dañado en el servidor. Contacte con el soporte.",
  "too-many-lists-at-once":
    "En este momento se leen muchas listas de archivos. Vuelva a intentarlo dentro de unos segundos.",
  "too-many-attempts-minutes": "Demasiados intentos. Vuelva a intentarlo dentro de {minutes} minutos.",
  "too-many-attempts-seconds": "Demasiados intentos. Vuelva a intentarlo dentro de {seconds} segundos.",
  "too-many-uploads-at-once": "Espere a que terminen sus otras subidas.",
  "upload-field-invalid": "Un campo de la subida es demasiado largo o se ha enviado dos veces.",
  "upload-no-file": "Elija un archivo para subirlo.",
  "upload-one-file": "Suba los archivos de uno en uno.",
  "upload-too-slow": "La subida ha tardado demasiado. Vuelva a intentarlo con una conexión más rápida.",
  "upload-unreadable": "No se ha podido leer la subida. Vuelva a intentarlo.",
  "setup-local-address": "los enlaces y los códigos QR llevan a {origin}",
  "setup-local-address-advice":
    "Configure ORIGIN antes de sellar el primer documento: cada código QR lo contiene para siempre.",
  "setup-no-https": "las contraseñas y los documentos viajan sin cifrar: ORIGIN es {origin}",
  "setup-no-https-advice":
    "Ponga delante un proxy con un certificado (docs/install.md) y configure ORIGIN con su dirección https.",
  "setup-no-anchors":
    "no hay ninguna autoridad pública de sellado de tiempo, ningún testigo ni ningún calendario con un explorador de bloques",
  "setup-no-anchors-advice":
    "Configure ANCHORS=on (docs/settings.md), o TSA_URLS con una autoridad pública de sellado de tiempo. Hasta entonces, todo verificador dice que solo este servidor responde de sus horas.",
  "setup-no-mail": "no hay servidor de correo: los correos se escriben en la carpeta outbox",
  "setup-no-mail-advice": "Configure SMTP_URL; después, `mail test ADDRESS` lo prueba.",
  "setup-no-backups": "no hay copias de seguridad: si falla el disco, se pierde todo",
  "setup-no-backups-advice":
    "Configure BACKUP_DIR con una carpeta de otro disco, o ejecute `backup FOLDER` con regularidad (docs/backup-and-restore.md).",
  "setup-no-payments":
    "los pagos no están configurados: una cuenta sella {documents} documentos y ahí termina",
  "setup-no-payments-advice":
    "Si solo su propia gente tiene cuentas, configure TRIAL_DOCUMENTS=unlimited. Si no, configure STRIPE_SECRET_KEY y STRIPE_PUBLISHABLE_KEY.",
  "admin-password-on-console":
    "Las contraseñas de los administradores se cambian en la consola del servidor: admin reset-password",
  "reset-link-not-mailable":
    "Este enlace no se puede enviar por correo: la cuenta no tiene dirección, o este sitio aún no puede enviar correo.",
  "record-adopted": "Este registro lo emitió {origin}. Está en {path}",
};
