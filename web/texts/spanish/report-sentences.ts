import type { Sentences } from "../sentences.ts";

/** The verifier's sentences (src/evidence/verifier/sentences.ts), which the command line prints in English. */
export const reportSentences: Sentences = {
  "Is it unchanged?": "¿Está sin cambios?",
  "When did it exist?": "¿Cuándo existía?",
  "Who issued it?": "¿Quién lo emitió?",
  "Is it in the public log?": "¿Está en el registro público?",
  Confirmed: "Confirmado",
  "Can't tell": "No se puede saber",
  Failed: "No superado",
  Pending: "Pendiente",
  Absent: "Ausente",
  Unverified: "Sin verificar",
  "The original document": "El documento original",
  "The stamped copy": "La copia sellada",
  "The certificate": "El certificado",
  "An evidence pack": "Un paquete de pruebas",
  "A time-stamped container (ASiC-S)": "Un contenedor con sello de tiempo (ASiC-S)",
  "A time-stamp": "Un sello de tiempo",
  "A signed statement": "Una declaración firmada",
  "A receipt from the public log": "Un recibo del registro público",
  "An OpenTimestamps proof": "Una prueba de OpenTimestamps",
  "A file that we don't recognize": "Un archivo que no reconocemos",
  "January {day}, {year}, {clock} UTC)": "{day} de enero de {year}, {clock} UTC)",
  "February {day}, {year}, {clock} UTC)": "{day} de febrero de {year}, {clock} UTC)",
  "March {day}, {year}, {clock} UTC)": "{day} de marzo de {year}, {clock} UTC)",
  "April {day}, {year}, {clock} UTC)": "{day} de abril de {year}, {clock} UTC)",
  "May {day}, {year}, {clock} UTC)": "{day} de mayo de {year}, {clock} UTC)",
  "June {day}, {year}, {clock} UTC)": "{day} de junio de {year}, {clock} UTC)",
  "July {day}, {year}, {clock} UTC)": "{day} de julio de {year}, {clock} UTC)",
  "August {day}, {year}, {clock} UTC)": "{day} de agosto de {year}, {clock} UTC)",
  "September {day}, {year}, {clock} UTC)": "{day} de septiembre de {year}, {clock} UTC)",
  "October {day}, {year}, {clock} UTC)": "{day} de octubre de {year}, {clock} UTC)",
  "November {day}, {year}, {clock} UTC)": "{day} de noviembre de {year}, {clock} UTC)",
  "December {day}, {year}, {clock} UTC)": "{day} de diciembre de {year}, {clock} UTC)",

  "We compare the file's fingerprint: a short code computed from the whole file (SHA-256), which changes completely if even one character does.":
    "Comparamos la huella del archivo: un código corto que se calcula a partir del archivo entero (SHA-256) y que cambia por completo si cambia un solo carácter.",
  "A time-stamp is a signed note that a file with this fingerprint existed at this time.":
    "Un sello de tiempo es una nota firmada que dice que un archivo con esta huella existía en ese momento.",
  "Only the holder of a service's secret keys can make its seal and sign its statements.":
    "Solo quien tiene las claves secretas de un servicio puede poner su sello electrónico y firmar sus declaraciones.",
  "The public log is a list that anyone can copy and check. Entries are only ever added to it; removing or changing one would show.":
    "El registro público es una lista que cualquiera puede copiar y comprobar. Solo se le añaden entradas; si se quitara o cambiara una, se notaría.",
  "This is the original document": "Este es el documento original",
  "This is the stamped copy": "Esta es la copia sellada",
  "This is the certificate": "Este es el certificado",
  "This evidence pack is unchanged": "Este paquete de pruebas está sin cambios",
  "This time-stamped original is unchanged": "Este original con sello de tiempo está sin cambios",
  "This file is unchanged": "Este archivo está sin cambios",
  "This is not the right file": "Este no es el archivo correcto",
  "Don't rely on this file": "No se fíe de este archivo",
  "We can't tell": "No podemos saberlo",

  "Yes. This is exactly the original document that was stamped.":
    "Sí. Es exactamente el documento original que se selló.",
  "Yes. This is exactly the stamped copy that was issued.":
    "Sí. Es exactamente la copia sellada que se emitió.",
  "Yes. This is exactly the certificate that was issued.": "Sí. Es exactamente el certificado que se emitió.",
  "Yes. Nothing in this file has changed since it was sealed.":
    "Sí. Nada de este archivo ha cambiado desde que se le puso el sello electrónico.",
  "Yes. Nothing in this certificate has changed since it was sealed.":
    "Sí. Nada de este certificado ha cambiado desde que se le puso el sello electrónico.",
  "Yes. This is exactly the file that was time-stamped.":
    "Sí. Es exactamente el archivo al que se puso el sello de tiempo.",
  "Yes. The files in this pack are exactly the ones that were issued.":
    "Sí. Los archivos de este paquete son exactamente los que se emitieron.",
  "Yes. The file inside is exactly the one that was time-stamped.":
    "Sí. El archivo que contiene es exactamente aquel al que se puso el sello de tiempo.",
  "No. This file was changed after it was sealed.":
    "No. Este archivo se modificó después de ponérsele el sello electrónico.",
  "Its seal was revoked, so we can't tell whether the file is unchanged.":
    "Su sello electrónico fue revocado, por lo que no podemos saber si el archivo está sin cambios.",
  "No. Something was added to this PDF after it was sealed.":
    "No. A este PDF se le añadió algo después de ponérsele el sello electrónico.",
  "No. This is neither the original nor the stamped copy of {serial}. It is another file, or it was changed.":
    "No. No es ni el original ni la copia sellada de {serial}. Es otro archivo, o fue modificado.",
  "Nothing in this file has changed since it was sealed, but it is neither the original nor the stamped copy of {serial}.":
    "Nada de este archivo ha cambiado desde que se le puso el sello electrónico, pero no es ni el original ni la copia sellada de {serial}.",
  "This file is unchanged, but it belongs to another document, {serial}, not to the one you asked about.":
    "Este archivo está sin cambios, pero pertenece a otro documento, {serial}, no a aquel por el que usted pregunta.",
  "No. The pack is damaged, or files in it were changed.":
    "No. El paquete está dañado, o se modificaron archivos que contiene.",
  "No. A file in this pack is not the one that was issued.":
    "No. Un archivo de este paquete no es el que se emitió.",
  "The document in this pack is as it was issued, but we can't check {list}: the pack has no signed list of its files. Early packs don't have one, or someone removed it.":
    "El documento de este paquete está como se emitió, pero no podemos comprobar {list}: el paquete no tiene una lista firmada de sus archivos. Los primeros paquetes no la tienen, o alguien la quitó.",
  "the list of its files": "la lista de sus archivos",
  "We can't tell whether this pack is unchanged: we don't know the keys of the service that signed it.":
    "No podemos saber si este paquete está sin cambios: no conocemos las claves del servicio que lo firmó.",
  "We can check the document in this pack, but not its other files: we don't know who signed the list of them.":
    "Podemos comprobar el documento de este paquete, pero no sus demás archivos: no sabemos quién firmó su lista.",
  "The files that we found in this pack are exactly the ones that were issued, but the pack itself was changed, and another program may unpack different files from it. Ask for the pack as it was downloaded.":
    "Los archivos que encontramos en este paquete son exactamente los que se emitieron, pero el paquete mismo fue modificado, y otro programa puede extraer de él otros archivos. Pida el paquete tal como se descargó.",
  "No. We did not open this: a file in it is hidden, or has a name that could overwrite another file or leave its folder.":
    "No. No lo hemos abierto: un archivo que contiene está oculto, o tiene un nombre que podría sobrescribir otro archivo o salir de su carpeta.",
  "We did not open this: unpacked, it would be far larger than any evidence.":
    "No lo hemos abierto: descomprimido, sería mucho más grande que cualquier prueba.",
  "The file that we found inside is exactly the one that was time-stamped, but the container itself was changed, and another program may unpack a different file from it.":
    "El archivo que encontramos dentro es exactamente aquel al que se puso el sello de tiempo, pero el contenedor mismo fue modificado, y otro programa puede extraer de él otro archivo.",
  "This file is too large to examine, and we don't know its fingerprint.":
    "Este archivo es demasiado grande para examinarlo, y no conocemos su huella.",
  "No. The container or the file inside was changed.":
    "No. Se modificó el contenedor o el archivo que contiene.",
  "It has a seal, but the revocation lists we have are not enough to check it.":
    "Tiene un sello electrónico, pero las listas de revocación disponibles no bastan para comprobarlo.",
  "This is a time-stamp without its file. Add the file it belongs to.":
    "Es un sello de tiempo sin su archivo. Añada el archivo al que pertenece.",
  "This is a signed statement without its file. Add the file it is about.":
    "Es una declaración firmada sin su archivo. Añada el archivo del que trata.",
  "This is a receipt from the public log without its file. Add the file it is about.":
    "Es un recibo del registro público sin su archivo. Añada el archivo del que trata.",
  "This is an OpenTimestamps proof. Add the receipt it came with, and the file that the receipt is about.":
    "Es una prueba de OpenTimestamps. Añada el recibo con el que vino, y el archivo del que trata el recibo.",
  "No. This time-stamp is damaged.": "No. Este sello de tiempo está dañado.",
  "No. This OpenTimestamps proof is damaged.": "No. Esta prueba de OpenTimestamps está dañada.",
  "We have nothing to compare this file with.": "No tenemos nada con lo que comparar este archivo.",

  "It existed on {time}, by {name}'s own clock. A time-stamp confirms it.":
    "Existía el {time}, según el reloj propio de {name}. Un sello de tiempo lo confirma.",
  "It existed on {time}, by the clock of {name}. A time-stamp confirms it.":
    "Existía el {time}, según el reloj de {name}. Un sello de tiempo lo confirma.",
  "{name} signed a statement that it was stamped on {time}, by its own clock.":
    "{name} firmó una declaración de que se selló el {time}, según su propio reloj.",
  "The service's record says {time}, but there is no signature here to confirm it.":
    "El registro del servicio dice {time}, pero aquí no hay ninguna firma que lo confirme.",
  "The part up to the seal existed on {time}, by {name}'s own clock. We don't know when the rest was added.":
    "La parte hasta el sello electrónico existía el {time}, según el reloj propio de {name}. No sabemos cuándo se añadió el resto.",
  "The part up to the seal existed on {time}, by the clock of {name}. We don't know when the rest was added.":
    "La parte hasta el sello electrónico existía el {time}, según el reloj de {name}. No sabemos cuándo se añadió el resto.",
  "A time-stamp that came with it is not valid for this file.":
    "Un sello de tiempo que venía con él no es válido para este archivo.",
  "It existed on {time}, by {name}'s own clock. A time-stamp confirms it. No time-stamp confirms the earlier time on the stamp, {stated}.":
    "Existía el {time}, según el reloj propio de {name}. Un sello de tiempo lo confirma. Ningún sello de tiempo confirma la hora anterior que figura en el sello, {stated}.",
  "It existed on {time}, by the clock of {name}. A time-stamp confirms it. No time-stamp confirms the earlier time on the stamp, {stated}.":
    "Existía el {time}, según el reloj de {name}. Un sello de tiempo lo confirma. Ningún sello de tiempo confirma la hora anterior que figura en el sello, {stated}.",
  "The service's own time-stamp says {time}, but no one outside the service saw it before {known}.":
    "El sello de tiempo del propio servicio dice {time}, pero nadie fuera del servicio lo vio antes del {known}.",
  "Its signed times contradict each other: a time-stamp is earlier than the time on the stamp.":
    "Sus horas firmadas se contradicen: un sello de tiempo es anterior a la hora que figura en el sello.",
  "Its time-stamp says {time}, which is in the future. Check this computer's clock.":
    "Su sello de tiempo dice {time}, que está en el futuro. Compruebe el reloj de este equipo.",
  "It has a time-stamp, but we don't have enough information to check it.":
    "Tiene un sello de tiempo, pero no tenemos información suficiente para comprobarlo.",
  "It has a time-stamp, but from an authority that we don't know.":
    "Tiene un sello de tiempo, pero de una autoridad que no conocemos.",
  "It has no time-stamp that we can check.": "No tiene ningún sello de tiempo que podamos comprobar.",

  "{name} sealed it.": "{name} le puso su sello electrónico.",
  "{name} sealed the part up to the seal. No one signed what was added later.":
    "{name} selló la parte hasta el sello electrónico. Nadie firmó lo que se añadió después.",
  "{name} issued it and signed a statement about it.": "{name} lo emitió y firmó una declaración sobre él.",
  '{name} issued it and signed a statement about it, for an account calling itself "{client}" (as stated by the account, not checked).':
    '{name} lo emitió y firmó una declaración sobre él, para una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar).',
  "{name} received it and signed a statement about it.":
    "{name} lo recibió y firmó una declaración sobre él.",
  '{name} received it from an account calling itself "{client}" (as stated by the account, not checked) and signed a statement about it.':
    '{name} lo recibió de una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar) y firmó una declaración sobre él.',
  "{name} time-stamped it.": "{name} le puso un sello de tiempo.",
  "We don't know. {name} time-stamped it without seeing it, so we know its time but not where it comes from.":
    "No lo sabemos. {name} le puso un sello de tiempo sin ver su contenido, así que conocemos su hora pero no de dónde viene.",
  "A signed statement that came with it is forged or damaged: the service did not sign it this way.":
    "Una declaración firmada que venía con él está falsificada o dañada: el servicio no la firmó así.",
  "The statement that came with it is signed with a key that we don't know.":
    "La declaración que venía con él está firmada con una clave que no conocemos.",
  "Its seal does not belong to it, or no longer does.":
    "Su sello electrónico no le corresponde, o ya no le corresponde.",
  "Its seal was revoked.": "Su sello electrónico fue revocado.",
  "The service's record and its signed statement contradict each other.":
    "El registro del servicio y su declaración firmada se contradicen.",
  "It was signed by someone else, whom we don't know.": "Lo firmó otra persona, a quien no conocemos.",
  "The service's record lists this file, but there is no signature here to confirm it.":
    "El registro del servicio incluye este archivo, pero aquí no hay ninguna firma que lo confirme.",
  "The service has no record with this serial number.":
    "El servicio no tiene ningún registro con este número de serie.",
  "It is signed, but we don't have the service's keys to check by whom.":
    "Está firmado, pero no tenemos las claves del servicio para comprobar por quién.",
  "Nothing in this file or next to it says who issued it.":
    "Nada en este archivo ni junto a él dice quién lo emitió.",

  "Yes. It is listed in the public log {name}.": "Sí. Figura en el registro público {name}.",
  "It is listed in the public log {name}, but a witness's proof that came with it is damaged or about something else.":
    "Figura en el registro público {name}, pero una prueba de un testigo que venía con él está dañada o trata de otra cosa.",
  "No. The receipt that came with it does not prove that it is in the public log.":
    "No. El recibo que venía con él no prueba que esté en el registro público.",
  "There is a receipt, but we don't have the key of the public log to check it.":
    "Hay un recibo, pero no tenemos la clave del registro público para comprobarlo.",
  "There is a receipt, but not the signed statement it belongs to.":
    "Hay un recibo, pero no la declaración firmada a la que pertenece.",
  "There is a receipt, but for another file.": "Hay un recibo, pero de otro archivo.",
  "We can't tell without the receipt, which is in the evidence pack.":
    "No podemos saberlo sin el recibo, que está en el paquete de pruebas.",
};
