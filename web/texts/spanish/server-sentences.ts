import type { Sentences } from "../sentences.ts";

/** What the server says of calls, mails and itself. */
export const serverSentences: Sentences = {
  "Something went wrong": "Algo ha ido mal",
  "The server is busy. Please try again in a moment.":
    "El servidor está ocupado. Vuelva a intentarlo dentro de un momento.",
  "The server has run out of space. Please try again later.":
    "El servidor se ha quedado sin espacio. Vuelva a intentarlo más tarde.",
  "The request is not valid.": "La solicitud no es válida.",
  "The request could not be understood.": "La solicitud no se ha podido entender.",
  "There is no such call.": "No existe esa llamada.",
  "There is nothing at this address.": "En esta dirección no hay nada.",
  "This method is not allowed here.": "Este método no está permitido aquí.",
  "Please give {name} only once.": "Indique {name} una sola vez.",
  "Please send the body as application/json.": "Envíe el cuerpo como application/json.",
  "Please send the body as {type}.": "Envíe el cuerpo como {type}.",
  "The path of this call cannot be read.": "La ruta de esta llamada no se puede leer.",
  "Please send at most {count} calls at a time.": "Envíe como máximo {count} llamadas a la vez.",
  "The request body exceeds 100 kB.": "El cuerpo de la solicitud supera los 100 kB.",
  "The request body must be a JSON object.": "El cuerpo de la solicitud debe ser un objeto JSON.",
  "The request body is not text.": "El cuerpo de la solicitud no es texto.",
  "The request ended before its body was complete.":
    "La solicitud terminó antes de que su cuerpo estuviera completo.",
  "The request body is not valid JSON.": "El cuerpo de la solicitud no es JSON válido.",
  "This request came from another web site and was refused.":
    "Esta solicitud procede de otro sitio web y se ha rechazado.",
  "Another account has been signed in in this browser. Please load the page again.":
    "En este navegador se ha iniciado la sesión de otra cuenta. Vuelva a cargar la página.",
  "The mail server accepted the message for {address}.":
    "El servidor de correo aceptó el mensaje para {address}.",
  "The mail server refused the message. Please check the address.":
    "El servidor de correo ha rechazado el mensaje. Compruebe la dirección.",
  "The mail server did not confirm the message. Please ask the recipient before you send it again.":
    "El servidor de correo no ha confirmado el mensaje. Pregunte al destinatario antes de enviarlo de nuevo.",
  "The mail server has not accepted the message yet. We'll keep trying.":
    "El servidor de correo aún no ha aceptado el mensaje. Lo seguiremos intentando.",
  "This site can't send email yet. We saved the message for the people who run it.":
    "Este sitio aún no puede enviar correo. Hemos guardado el mensaje para quienes lo gestionan.",
  "The document was deleted before the mail was sent.": "El documento se eliminó antes de enviar el correo.",
};
