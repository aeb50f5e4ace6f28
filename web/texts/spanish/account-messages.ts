import type { Messages } from "../messages.ts";

/** The server's messages about accounts, support and administration. */
export const accountMessages: Messages = {
  "authenticator-app-exists":
    "Su cuenta tiene una aplicación de autenticación. Para usar otra, quite primero esa.",
  "authenticator-app-missing": "Su cuenta no tiene ninguna aplicación de autenticación.",
  "authenticator-app-not-started": "Ha tardado demasiado. Empiece de nuevo con otro código QR.",
  "code-required": "Escriba el código",
  "code-too-long": "Este código es demasiado largo",
  "code-wrong": "Este código no es correcto, o ya se ha usado.",
  "passkey-name-required": "Escriba un nombre",
  "passkey-name-too-long": "Este nombre es demasiado largo",
  "passkey-not-found": "Esta llave de acceso no existe.",
  "passkey-not-made": "No se ha podido añadir esta llave de acceso. Vuelva a intentarlo.",
  "passkey-refused": "Esta llave de acceso no se ha aceptado. Vuelva a intentarlo, o use otra forma.",
  "passkey-taken": "Esta llave de acceso ya se usa. Cree una nueva.",
  "too-many-passkeys": "Tiene {count} llaves de acceso, que es el máximo. Quite una primero.",
  "passkey-required":
    "Su contraseña es correcta, pero este sitio pide algo más. Inicie sesión con su llave de acceso. Si la ha perdido, los responsables de este sitio pueden ayudarle.",
  "provider-required":
    "Su contraseña es correcta, pero este sitio pide algo más. Inicie sesión con el proveedor vinculado a su cuenta.",
  "provider-needs-passkey":
    "{provider} ha confirmado quién es usted, pero este sitio pide algo más. Inicie sesión con su llave de acceso.",
  "provider-needs-other":
    "{provider} ha confirmado quién es usted, pero este sitio pide algo más. Inicie sesión con el otro proveedor vinculado a su cuenta.",
  "provider-only": "Inicie sesión con {providers}: aquí no hay otra forma.",
  "provider-unknown": "Este sitio no tiene ese proveedor",
  "provider-declined":
    "{provider} no ha confirmado quién es usted, porque allí se ha cancelado. Puede volver a intentarlo.",
  "provider-unavailable": "Ahora no se puede conectar con {provider}. Inténtelo más tarde.",
  "provider-setup-wrong":
    "{provider} ha rechazado la petición de este sitio. Avise a los responsables de este sitio.",
  "provider-code-refused":
    "La confirmación de {provider} era demasiado antigua o ya se había usado. Vuelva a intentarlo.",
  "provider-login-old":
    "{provider} no le ha pedido que inicie sesión otra vez. Cierre primero su sesión allí y vuelva a intentarlo.",
  "provider-login-undated":
    "{provider} no ha dicho cuándo inició usted sesión allí, así que eso no demuestra que sea usted. Use su llave de acceso, o pídanos un enlace para elegir una contraseña: cierre la sesión y pulse «¿Ha olvidado su contraseña?».",
  "provider-clock-differs":
    "Los relojes de este sitio y de {provider} no coinciden, así que no se puede aceptar su confirmación. Avise a los responsables de este sitio.",
  "provider-untrusted":
    "La respuesta no se ha aceptado, porque nada demuestra que venga de {provider} y sea para usted. Vuelva a intentarlo.",
  "provider-sign-in-expired":
    "Esto ha tardado demasiado, ya se había usado o empezó en otro navegador. Empiece de nuevo.",
  "provider-other-account": "Esto se empezó para otra cuenta. Empiece de nuevo en la página de su cuenta.",
  "provider-identity-taken": "Ya hay una cuenta vinculada con esta persona del proveedor.",
  "provider-identity-other": "En el proveedor, usted no es la persona vinculada con su cuenta.",
  "provider-link-not-found": "Este vínculo no existe.",
  "too-many-providers": "Su cuenta tiene {count} vínculos, que es el máximo. Quite uno primero.",
  "password-exists": "Su cuenta ya tiene una contraseña.",
  "last-way-in": "Es la única forma de entrar en su cuenta. Añada otra primero.",
  "return-path-foreign": "Indique una ruta de este sitio, como /account",
  "second-factor-setup-required":
    "Este sitio pide un segundo paso. Actívelo primero en la página que ve al iniciar sesión.",
  "second-factor-required":
    "Escriba el código de su aplicación de autenticación, o un código de recuperación.",
  "office-without-password": "Un despacho no tiene contraseña: sus miembros entran con la suya.",
  "office-role-too-low":
    "Su función en esta oficina no permite esto. Pregunte a una de las personas propietarias.",
  "office-role-changed":
    "Su función en esta oficina ha cambiado, o ya no es miembro. Vuelva a cargar la página.",
  "office-role-above-own": "No puede invitar a alguien a una función superior a la suya.",
  "office-role-unknown": "Elija una de las funciones",
  "office-not-chosen": "Cambie primero a una oficina.",
  "office-not-found": "Esta oficina no existe, o usted no es miembro.",
  "notice-not-found": "Este aviso no existe.",
  "office-member-not-found": "Esta persona no es miembro de la oficina.",
  "office-member-already": "Ya es miembro de esta oficina.",
  "office-full": "Esta oficina tiene {count} miembros, que es el máximo.",
  "office-needs-owner":
    "Una oficina siempre tiene una persona propietaria. Nombre antes a otra, o cierre la oficina.",
  "office-owner-not-removable": "Esta persona tiene la propiedad. Dele antes otra función.",
  "office-closing": "Esta oficina se va a cerrar.",
  "too-many-free-offices":
    "Tiene la propiedad de {count} oficinas que aún no han pagado nada, que es el máximo. Cierre antes una.",
  "proof-needs-code": "Escriba también un código de su aplicación de autenticación, o uno de recuperación.",
  "proof-needs-passkey": "Su cuenta tiene una llave de acceso. Confirme con ella que es usted.",
  "provider-proof-expired": "La confirmación de su proveedor ha caducado. Confirme otra vez que es usted.",
  "download-no-longer-allowed": "Esta descarga se interrumpió porque quien la lee ya no tiene permiso.",
  "member-owns-too-many-free-offices":
    "Esta persona tiene la propiedad de {count} oficinas que aún no han pagado nada, que es el máximo.",
  "office-made-by-higher-role":
    "Lo creó alguien con una función superior en esta oficina. Pida a esa persona, o a una propietaria, que lo cambie o lo termine.",
  "too-many-offices": "Pertenece a {count} oficinas, que es el máximo. Deje antes una.",
  "too-many-invitations":
    "Esta oficina tiene {count} invitaciones abiertas, que es el máximo. Retire antes una.",
  "invitation-not-mailable": "Este sitio aún no puede enviar correo. Invite con un enlace.",
  "invitation-ended": "Esta invitación ha terminado: se aceptó, se retiró o caducó. Pida una nueva.",
  "invitation-for-other-address":
    "Esta invitación se envió a otra dirección. Confirme esa dirección en su cuenta, o pida una invitación a la suya.",
  "office-domain-invalid": "Escriba un dominio, como example.com",
  "office-domain-too-long":
    "Este dominio es demasiado largo para imprimirlo: use {count} caracteres como máximo",
  "office-domain-exists": "Su oficina ya tiene este dominio.",
  "office-domain-public-suffix":
    "Cualquiera puede registrar nombres bajo {name}. Escriba el dominio de su oficina.",
  "office-domain-reserved":
    "Los nombres que terminan en .{suffix} no son de nadie en internet. Escriba el dominio de su oficina.",
  "too-many-office-domains": "Su oficina tiene {count} dominios, que es el máximo. Elimine antes uno.",
  "office-domain-not-found": "Su oficina no tiene este dominio.",
  "office-domain-not-verified":
    "Este dominio no está verificado, así que no puede aparecer en los certificados.",
  "office-name-required": "Escriba el nombre de la oficina",
  "office-name-too-long": "El nombre de la oficina es demasiado largo",
  "office-name-hidden-characters": "El nombre de la oficina tiene caracteres invisibles",
  "office-name-no-letter": "El nombre de la oficina necesita al menos una letra",
  "office-name-separator": "El nombre de la oficina no puede contener un separador como «·»",
  "office-name-too-many-marks": "El nombre de la oficina tiene demasiados signos sobre una letra",
  "office-name-domain":
    "El nombre de la oficina no puede leerse como un dominio, como example.com. Un dominio verificado puede aparecer junto al nombre.",
  "office-name-link":
    "El nombre de la oficina no puede contener un enlace; escriba un espacio después de cada punto",
  "office-name-serial-number": "El nombre de la oficina no puede contener un número de serie",
  "office-name-time": "El nombre de la oficina no puede contener una fecha, una hora ni un número largo",
  "access-token-expired": "Este token de acceso caducó el {when} UTC.",
  "access-token-invalid": "Este token de acceso no es válido: no se conoce, o fue revocado.",
  "access-token-lacks-scope": "A este token de acceso le falta el permiso {scope}.",
  "access-token-not-found": "Este token de acceso no existe.",
  "account-deleted": "Esta cuenta fue eliminada.",
  "account-not-found": "Esta cuenta no existe.",
  "account-required": "Indique su nombre de usuario o su correo electrónico",
  "account-too-long": "El nombre de usuario o el correo electrónico es demasiado largo",
  "admin-account-not-deletable": "Las cuentas de administración no se pueden eliminar.",
  "admin-password-too-short":
    "Los administradores necesitan una contraseña de al menos 12 caracteres. Vuelva a iniciar sesión, o elija una nueva en la página de su cuenta.",
  "admin-required": "Usted no tiene permisos de administración.",
  "administrator-password-too-short":
    "Los administradores necesitan una contraseña de al menos 12 caracteres",
  "audit-entry-not-found": "No existe esa entrada en el registro de auditoría.",
  "category-unknown": "Elija una categoría",
  "confirmation-link-invalid": "Este enlace ya no es válido. Pida uno nuevo en la página de su cuenta.",
  "confirmation-not-needed": "Su correo electrónico ya está confirmado.",
  "confirmation-sent": "Hemos enviado a {email} un enlace para confirmar su correo electrónico.",
  "confirmation-unavailable": "Este sitio aún no puede enviar correo, por lo que no hay nada que confirmar.",
  "contact-name-required": "Indique su nombre",
  "credit-grant-invalid": "Escriba un correo electrónico válido y un número positivo de créditos",
  "credit-granted": "{email} ha recibido 1 crédito gratuito.",
  "credits-granted": "{email} ha recibido {credits} créditos gratuitos.",
  "current-password-required": "Indique su contraseña actual",
  "days-not-whole": "Indique días enteros",
  "days-too-few": "Indique al menos un día",
  "days-too-many": "Indique como máximo 3650 días",
  "email-already-confirmed": "Su correo electrónico está confirmado. Para cambiarlo, escríbanos.",
  "email-ambiguous": "Varias cuentas tienen el correo {email} ({names}). No se ha concedido ningún crédito.",
  "email-invalid": "El correo electrónico no es válido",
  "email-missing": "Escriba primero su correo electrónico en la página de su cuenta y confírmelo.",
  "email-not-confirmed":
    "Confirme primero su correo electrónico. En la página de su cuenta puede pedir el enlace de nuevo.",
  "email-unchanged": "Esta ya es su dirección.",
  "session-not-found": "Esta sesión ya ha terminado.",
  "time-zone-unknown": "Elija una zona horaria, como Europe/Madrid",
  "email-required": "Indique su correo electrónico",
  "email-required-first": "Escriba primero un correo electrónico.",
  "email-too-long": "El correo electrónico es demasiado largo",
  "email-unknown": "Ninguna cuenta tiene el correo {email}.",
  "file-not-found": "No existe ese archivo.",
  "first-name-hidden-characters": "El nombre tiene caracteres que no se ven",
  "first-name-link": "El nombre no puede contener un enlace; escriba un espacio después de cada punto",
  "first-name-no-letter": "El nombre necesita al menos una letra",
  "first-name-required": "Indique su nombre",
  "first-name-separator": "El nombre no puede contener un punto separador",
  "first-name-serial-number": "El nombre no puede contener un número de serie",
  "first-name-time": "El nombre no puede contener una fecha, una hora ni un número largo",
  "first-name-too-long": "El nombre es demasiado largo",
  "first-name-too-many-marks": "El nombre lleva demasiados signos sobre una letra",
  "last-name-hidden-characters": "El apellido tiene caracteres que no se ven",
  "last-name-link": "El apellido no puede contener un enlace; escriba un espacio después de cada punto",
  "last-name-no-letter": "El apellido necesita al menos una letra",
  "last-name-required": "Indique su apellido",
  "last-name-separator": "El apellido no puede contener un punto separador",
  "last-name-serial-number": "El apellido no puede contener un número de serie",
  "last-name-time": "El apellido no puede contener una fecha, una hora ni un número largo",
  "last-name-too-long": "El apellido es demasiado largo",
  "last-name-too-many-marks": "El apellido lleva demasiados signos sobre una letra",
  "link-incomplete": "Este enlace no está completo.",
  "message-required": "Escriba un mensaje",
  "message-too-long": "El mensaje es demasiado largo",
  "message-too-short": "El mensaje debe tener al menos 10 caracteres",
  "name-required": "Escriba un nombre",
  "name-too-long": "El nombre es demasiado largo",
  "own-account-not-deletable": "No puede eliminar su propia cuenta.",
  "password-link-saved":
    "Este sitio aún no puede enviar correo. Si esta cuenta existe, hemos guardado un enlace para quienes gestionan este sitio. Pídaselo.",
  "password-link-sent":
    "Si esta cuenta existe y tiene un correo electrónico, hemos enviado un enlace para elegir una contraseña nueva.",
  "password-required": "Indique su contraseña",
  "password-too-long": "La contraseña es demasiado larga",
  "password-too-short": "La contraseña debe tener al menos 6 caracteres",
  "referral-already-applied": "Ya ha aplicado un código de recomendación.",
  "referral-awaits-email":
    "Hemos anotado su código. Usted y la persona que le recomendó recibirán {count} créditos gratuitos cada uno cuando se selle su primer documento y usted haya confirmado su correo electrónico.",
  "referral-awaits-purchase":
    "Hemos anotado su código. Usted y la persona que le recomendó recibirán {count} créditos gratuitos cada uno después de su primera compra.",
  "referral-newcomer-credited":
    "Ha recibido {count} créditos gratuitos. Quien le recomendó recibe {count} cuando usted haya sellado un primer documento o comprado algo.",
  "referral-code-invalid": "Este código de recomendación no es válido.",
  "referral-code-of-referred": "No puede usar el código de alguien a quien usted recomendó.",
  "referral-code-own": "No puede usar su propio código de recomendación.",
  "referral-code-required": "Escriba un código de recomendación",
  "referral-code-too-long": "El código de recomendación es demasiado largo",
  "referral-credited":
    "Usted y la persona que le recomendó han recibido {count} créditos gratuitos cada uno.",
  "referral-too-late":
    "Un código de recomendación solo se puede aplicar en los primeros 30 días de una cuenta.",
  "registration-closed": "En este servidor no se pueden crear cuentas nuevas.",
  "reset-link-invalid": "Este enlace ya se ha usado, o es demasiado antiguo. Pida uno nuevo.",
  "answer-required": "Escriba una respuesta",
  "answer-too-long": "La respuesta es demasiado larga",
  "resolution-required": "Escriba una respuesta",
  "resolution-too-long": "La respuesta es demasiado larga",
  "idempotency-answer-not-kept":
    "La primera petición con esta Idempotency-Key se respondió con el estado {status}. Su respuesta no se guarda.",
  "idempotency-key-in-use":
    "Una petición con esta Idempotency-Key todavía está en curso. Vuelva a intentarlo dentro de un momento.",
  "idempotency-key-invalid": "Envíe una Idempotency-Key de 1 a 255 caracteres ASCII imprimibles.",
  "idempotency-key-reused":
    "Esta Idempotency-Key se usó para otra petición. Use una nueva para cada petición.",
  "idempotency-outcome-unknown":
    "La primera petición con esta Idempotency-Key terminó sin respuesta. Compruebe qué hizo y, si no hizo nada, use una clave nueva.",
  "scope-repeated": "Indique cada permiso una sola vez",
  "scope-unknown": "Elija entre los permisos",
  "scopes-required": "Elija qué puede hacer el token",
  "search-by-one":
    "Busque por uno solo de estos datos: correo electrónico, número de serie o nombre de usuario.",
  "search-term-required": "Escriba el texto que se busca",
  "search-term-too-long": "El texto que se busca es demasiado largo",
  "serial-number-required": "Escriba un número de serie",
  "serial-number-too-long": "El número de serie es demasiado largo",
  "session-required": "Para esto no se puede usar un token de acceso. Inicie sesión.",
  "sign-in-required": "Inicie sesión primero.",
  "status-unknown": "Elija un estado",
  "subject-required": "Indique un asunto",
  "subject-too-long": "El asunto es demasiado largo",
  "subject-too-short": "El asunto debe tener al menos 5 caracteres",
  "ticket-full": "Esta consulta tiene {count} respuestas suyas, que es el máximo. Envíe una consulta nueva.",
  "ticket-not-found": "Esta consulta no existe.",
  "too-many-access-tokens": "Tiene {count} tokens de acceso, que es el máximo. Revoque uno primero.",
  "user-not-found": "Este usuario no existe.",
  "username-hidden-characters": "El nombre de usuario tiene caracteres que no se ven",
  "username-mixes-alphabets": "El nombre de usuario mezcla letras parecidas de alfabetos distintos",
  "username-required": "Indique su nombre de usuario",
  "username-taken": "Ese nombre de usuario ya existe",
  "username-too-long": "El nombre de usuario es demasiado largo",
  "username-too-short": "El nombre de usuario debe tener al menos 3 caracteres",
  "wrong-current-password": "Esa no es su contraseña actual.",
  "wrong-username-or-password": "El nombre de usuario o la contraseña no son correctos",
};
