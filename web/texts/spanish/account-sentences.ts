import type { Sentences } from "../sentences.ts";

/** What the server says of accounts, support and administration. */
export const accountSentences: Sentences = {
  "Username is required": "Indique su nombre de usuario",
  "Username must be at least 3 characters": "El nombre de usuario debe tener al menos 3 caracteres",
  "Username too long": "El nombre de usuario es demasiado largo",
  "Username has characters that cannot be seen": "El nombre de usuario tiene caracteres que no se ven",
  "Username mixes letters of different alphabets that look alike":
    "El nombre de usuario mezcla letras parecidas de alfabetos distintos",
  "Username already exists": "Ese nombre de usuario ya existe",
  "Password is required": "Indique su contraseña",
  "Password must be at least 6 characters": "La contraseña debe tener al menos 6 caracteres",
  "Administrators need a password of at least 12 characters":
    "Los administradores necesitan una contraseña de al menos 12 caracteres",
  "Administrators need a password of at least 12 characters. Please sign in again, or choose a new one on your account page.":
    "Los administradores necesitan una contraseña de al menos 12 caracteres. Vuelva a iniciar sesión, o elija una nueva en la página de su cuenta.",
  "Password too long": "La contraseña es demasiado larga",
  "Current password is required": "Indique su contraseña actual",
  "This is not your current password.": "Esa no es su contraseña actual.",
  "Invalid email": "El correo electrónico no es válido",
  "Invalid email address": "La dirección de correo no es válida",
  "Email too long": "El correo electrónico es demasiado largo",
  "Email is required": "Indique su correo electrónico",
  "Username or email is required": "Indique su nombre de usuario o su correo electrónico",
  "Username or email too long": "El nombre de usuario o el correo electrónico es demasiado largo",
  "Name is required": "Indique su nombre",
  "Name too long": "El nombre es demasiado largo",
  "Please use only letters, spaces, apostrophes, hyphens and periods in the name":
    "En el nombre use solo letras, espacios, apóstrofos, guiones y puntos",
  "Please write a space after each period in the name": "Escriba un espacio después de cada punto del nombre",
  "Please enter an e-mail address first.": "Escriba primero un correo electrónico.",
  "Your email address is already confirmed.": "Su correo electrónico ya está confirmado.",
  "Your e-mail address is confirmed. To change it, please write to us.":
    "Su correo electrónico está confirmado. Para cambiarlo, escríbanos.",
  "This link is no longer valid. Please ask for a new one on your account page.":
    "Este enlace ya no es válido. Pida uno nuevo en la página de su cuenta.",
  "We sent a link to confirm your email address to {email}.":
    "Hemos enviado a {email} un enlace para confirmar su correo electrónico.",
  "This site can't send email yet, so there is nothing to confirm.":
    "Este sitio aún no puede enviar correo, por lo que no hay nada que confirmar.",
  "Please confirm your e-mail address first. Your account page sends you the link again.":
    "Confirme primero su correo electrónico. En la página de su cuenta puede pedir el enlace de nuevo.",
  "Please enter your e-mail address on your account page and confirm it first.":
    "Escriba primero su correo electrónico en la página de su cuenta y confírmelo.",
  "Subject is required": "Indique un asunto",
  "Subject must be at least 5 characters": "El asunto debe tener al menos 5 caracteres",
  "Subject too long": "El asunto es demasiado largo",
  "Message is required": "Escriba un mensaje",
  "Message must be at least 10 characters": "El mensaje debe tener al menos 10 caracteres",
  "Message too long": "El mensaje es demasiado largo",
  "Please choose a category": "Elija una categoría",
  "Please choose a status": "Elija un estado",
  "Please enter a resolution": "Escriba una respuesta",
  "Resolution too long": "La respuesta es demasiado larga",
  "New accounts cannot be created on this server.": "En este servidor no se pueden crear cuentas nuevas.",
  "Invalid username or password": "El nombre de usuario o la contraseña no son correctos",
  "This account was deleted.": "Esta cuenta fue eliminada.",
  "This account does not exist.": "Esta cuenta no existe.",
  "Please sign in first.": "Inicie sesión primero.",
  "You do not have administrator privileges.": "Usted no tiene permisos de administración.",
  "This link was used before, or is older than an hour. Please ask for a new one.":
    "Este enlace ya se ha usado, o tiene más de una hora. Pida uno nuevo.",
  "This link is not complete.": "Este enlace no está completo.",
  "If this account exists and has an email address, we've sent a link to choose a new password.":
    "Si esta cuenta existe y tiene un correo electrónico, hemos enviado un enlace para elegir una contraseña nueva.",
  "This site can't send email yet. If this account exists, we saved a link for the people who run this site. Please ask them for it.":
    "Este sitio aún no puede enviar correo. Si esta cuenta existe, hemos guardado un enlace para quienes gestionan este sitio. Pídaselo.",
  "An access token cannot be used for this. Please sign in.":
    "Para esto no se puede usar un token de acceso. Inicie sesión.",
  "This access token lacks the scope {scope}.": "A este token de acceso le falta el permiso {scope}.",
  "This access token is not valid: it is not known, or was revoked.":
    "Este token de acceso no es válido: no se conoce, o fue revocado.",
  "This access token expired on {time} UTC.": "Este token de acceso caducó el {time} UTC.",
  "This access token does not exist.": "Este token de acceso no existe.",
  "You have {count} access tokens, which is the maximum. Please revoke one first.":
    "Tiene {count} tokens de acceso, que es el máximo. Revoque uno primero.",
  "Please enter a name": "Escriba un nombre",
  "Please choose among the scopes": "Elija entre los permisos",
  "Please choose what the token may do": "Elija qué puede hacer el token",
  "Please give each scope only once": "Indique cada permiso una sola vez",
  "Please give whole days": "Indique días enteros",
  "Please give at least one day": "Indique al menos un día",
  "Please give at most 3650 days": "Indique como máximo 3650 días",
  "Please enter a referral code": "Escriba un código de recomendación",
  "Referral code too long": "El código de recomendación es demasiado largo",
  "You have already applied a referral code.": "Ya ha aplicado un código de recomendación.",
  "This referral code is not valid.": "Este código de recomendación no es válido.",
  "You cannot use your own referral code.": "No puede usar su propio código de recomendación.",
  "You cannot use the code of somebody you referred.":
    "No puede usar el código de alguien a quien usted recomendó.",
  "A referral code can only be applied in the first 30 days of an account.":
    "Un código de recomendación solo se puede aplicar en los primeros 30 días de una cuenta.",
  "You and the person who referred you got {count} free credits each.":
    "Usted y la persona que le recomendó han recibido {count} créditos gratuitos cada uno.",
  "Your code has been saved. You and the person who referred you get {count} free credits each when your first document is stamped.":
    "Hemos anotado su código. Usted y la persona que le recomendó recibirán {count} créditos gratuitos cada uno cuando se selle su primer documento.",
  "Your code has been saved. You and the person who referred you get {count} free credits each when your first document is stamped and you have confirmed your e-mail address.":
    "Hemos anotado su código. Usted y la persona que le recomendó recibirán {count} créditos gratuitos cada uno cuando se selle su primer documento y usted haya confirmado su correo electrónico.",
  "Your code has been saved. You and the person who referred you get {count} free credits each after your first purchase.":
    "Hemos anotado su código. Usted y la persona que le recomendó recibirán {count} créditos gratuitos cada uno después de su primera compra.",
  "Many accounts were opened from your network today, so the free documents of this one wait until {time} UTC.":
    "Hoy se han abierto muchas cuentas desde su red, así que los documentos gratuitos de esta esperan hasta el {time} UTC.",
  "Many accounts were opened from your network today, so the free documents of this one wait until {time} UTC, or until you confirm an e-mail address on your account page.":
    "Hoy se han abierto muchas cuentas desde su red, así que los documentos gratuitos de esta esperan hasta el {time} UTC, o hasta que confirme un correo electrónico en la página de su cuenta.",
  "This ticket does not exist.": "Esta consulta no existe.",
  "Please enter a search term": "Escriba el texto que se busca",
  "Search term too long": "El texto que se busca es demasiado largo",
  "Please search by exactly one of email, serial and username.":
    "Busque por uno solo de estos datos: correo electrónico, número de serie o nombre de usuario.",
  "Please enter a serial number": "Escriba un número de serie",
  "Serial number too long": "El número de serie es demasiado largo",
  "Please enter a valid email and positive number of credits":
    "Escriba un correo electrónico válido y un número positivo de créditos",
  "There is no such entry in the audit log.": "No existe esa entrada en el registro de auditoría.",
  "No account has the email {email}.": "Ninguna cuenta tiene el correo {email}.",
  "Several accounts have the email {email} ({names}). No credits were granted.":
    "Varias cuentas tienen el correo {email} ({names}). No se ha concedido ningún crédito.",
  "You cannot delete your own account.": "No puede eliminar su propia cuenta.",
  "Admin accounts cannot be deleted.": "Las cuentas de administración no se pueden eliminar.",
  "This user does not exist.": "Este usuario no existe.",
};
