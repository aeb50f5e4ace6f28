import type { Sentences } from "../sentences.ts";

/** What the judge of files says (src/evidence/verifier/sentences.ts), which speaks English on the command line too. */
export const reportSentences: Sentences = {
  "Is it unchanged?": "¿Está sin cambios?",
  "Since when does it exist?": "¿Desde cuándo existe?",
  "Who vouches for it?": "¿Quién responde de él?",
  "Is it in the public log?": "¿Está en el registro público?",
  Confirmed: "Confirmado",
  "Not certain": "No es seguro",
  "Does not hold": "No se sostiene",
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
  "A receipt of the log": "Un recibo del registro",
  "An OpenTimestamps proof": "Una prueba de OpenTimestamps",
  "A file we cannot place": "Un archivo que no podemos identificar",
  "{day} January {year}, {clock} UTC": "{day} de enero de {year}, {clock} UTC",
  "{day} February {year}, {clock} UTC": "{day} de febrero de {year}, {clock} UTC",
  "{day} March {year}, {clock} UTC": "{day} de marzo de {year}, {clock} UTC",
  "{day} April {year}, {clock} UTC": "{day} de abril de {year}, {clock} UTC",
  "{day} May {year}, {clock} UTC": "{day} de mayo de {year}, {clock} UTC",
  "{day} June {year}, {clock} UTC": "{day} de junio de {year}, {clock} UTC",
  "{day} July {year}, {clock} UTC": "{day} de julio de {year}, {clock} UTC",
  "{day} August {year}, {clock} UTC": "{day} de agosto de {year}, {clock} UTC",
  "{day} September {year}, {clock} UTC": "{day} de septiembre de {year}, {clock} UTC",
  "{day} October {year}, {clock} UTC": "{day} de octubre de {year}, {clock} UTC",
  "{day} November {year}, {clock} UTC": "{day} de noviembre de {year}, {clock} UTC",
  "{day} December {year}, {clock} UTC": "{day} de diciembre de {year}, {clock} UTC",

  "Yes. It is, byte for byte, the original document that was stamped.":
    "Sí. Es, byte a byte, el documento original que se selló.",
  "Yes. It is, byte for byte, the stamped copy that was issued.":
    "Sí. Es, byte a byte, la copia sellada que se emitió.",
  "Yes. It is, byte for byte, the certificate that was issued.":
    "Sí. Es, byte a byte, el certificado que se emitió.",
  "Yes. Nothing in this file was changed since it was sealed.":
    "Sí. Nada de este archivo ha cambiado desde que se le puso el sello electrónico.",
  "Yes. Nothing in this certificate was changed since it was sealed.":
    "Sí. Nada de este certificado ha cambiado desde que se le puso el sello electrónico.",
  "Yes. It is, byte for byte, the file that was time-stamped.":
    "Sí. Es, byte a byte, el archivo al que se puso el sello de tiempo.",
  "Yes. The files in this pack are, byte for byte, the ones that were issued.":
    "Sí. Los archivos de este paquete son, byte a byte, los que se emitieron.",
  "Yes. The file inside is, byte for byte, the one that was time-stamped.":
    "Sí. El archivo que contiene es, byte a byte, aquel al que se puso el sello de tiempo.",
  "No. This file was changed after it was sealed.":
    "No. Este archivo se modificó después de ponérsele el sello electrónico.",
  "It bears a seal that was revoked: whether it is as it was sealed cannot be told.":
    "Lleva un sello electrónico que fue revocado: no se puede decir si está como cuando se le puso.",
  "No. Something was added to this PDF after it was sealed.":
    "No. A este PDF se le añadió algo después de ponérsele el sello electrónico.",
  "No. This is neither the original nor the stamped copy of {serial}. It is another file, or it was changed.":
    "No. No es ni el original ni la copia sellada de {serial}. Es otro archivo, o fue modificado.",
  "Nothing in this file was changed since it was sealed, but it is neither the original nor the stamped copy of {serial}.":
    "Nada de este archivo ha cambiado desde que se le puso el sello electrónico, pero no es ni el original ni la copia sellada de {serial}.",
  "It is as it was issued, but for another document: {serial}, not the one that was asked about.":
    "Está como se emitió, pero para otro documento: {serial}, no aquel por el que se pregunta.",
  "No. The pack is damaged, or files in it were changed.":
    "No. El paquete está dañado, o se modificaron archivos que contiene.",
  "No. A file in this pack is not the one that was issued.":
    "No. Un archivo de este paquete no es el que se emitió.",
  "The document in this pack is as it was issued, but nothing vouches for {list}: early packs have no signed list of their files, or it was taken out.":
    "El documento de este paquete está como se emitió, pero nada responde de {list}: los primeros paquetes no tienen una lista firmada de sus archivos, o se quitó.",
  "the list of its files": "la lista de sus archivos",
  "Whether this pack is unchanged cannot be told here: the keys of the service that signed it are not known.":
    "Aquí no se puede decir si este paquete está sin cambios: no se conocen las claves del servicio que lo firmó.",
  "The document in this pack can be judged, but not its other files: who signed the list of them is not known here.":
    "El documento de este paquete se puede juzgar, pero no sus demás archivos: aquí no se sabe quién firmó su lista.",
  "The files that this check finds in the pack are, byte for byte, the ones that were issued, but the pack itself is not as it was issued: another program may unpack other files from it. Ask for the pack as it was downloaded.":
    "Los archivos que esta comprobación encuentra en el paquete son, byte a byte, los que se emitieron, pero el paquete mismo no está como se emitió: otro programa puede extraer de él otros archivos. Pida el paquete tal como se descargó.",
  "No. This was not opened: a file in it is hidden, or has a name that could bring it into another's place or out of its folder.":
    "No. No se ha abierto: un archivo que contiene está oculto, o tiene un nombre que podría ponerlo en el lugar de otro o fuera de su carpeta.",
  "This was not opened: unpacked it would be far larger than any evidence is.":
    "No se ha abierto: descomprimido sería mucho más grande que cualquier prueba.",
  "The file that this check finds inside is, byte for byte, the one that was time-stamped, but the container is not as it was issued: another program may unpack another file from it.":
    "El archivo que esta comprobación encuentra dentro es, byte a byte, aquel al que se puso el sello de tiempo, pero el contenedor no está como se emitió: otro programa puede extraer de él otro archivo.",
  "This file is too large to be looked into, and its fingerprint is none that is known here.":
    "Este archivo es demasiado grande para examinarlo, y su huella no es ninguna de las que aquí se conocen.",
  "No. The container or the file inside was changed.":
    "No. Se modificó el contenedor o el archivo que contiene.",
  "It bears a seal that cannot be judged with the revocation lists at hand.":
    "Lleva un sello electrónico que no se puede juzgar con las listas de revocación disponibles.",
  "This is a time-stamp without its file. Add the file that it belongs to.":
    "Es un sello de tiempo sin su archivo. Añada el archivo al que pertenece.",
  "This is a signed statement without its file. Add the file that it is about.":
    "Es una declaración firmada sin su archivo. Añada el archivo del que trata.",
  "This is a receipt of the log without its file. Add the file that it is about.":
    "Es un recibo del registro sin su archivo. Añada el archivo del que trata.",
  "This is an OpenTimestamps proof. Add the receipt of the log that it came with, and the file that is about.":
    "Es una prueba de OpenTimestamps. Añada el recibo del registro con el que vino, y el archivo del que este trata.",
  "No. This time-stamp is damaged.": "No. Este sello de tiempo está dañado.",
  "No. This OpenTimestamps proof is damaged.": "No. Esta prueba de OpenTimestamps está dañada.",
  "There is nothing to compare this file with.": "No hay nada con lo que comparar este archivo.",

  "It existed on {time}, by {name}'s own clock: a time-stamp over it says so.":
    "Existía el {time}, según el reloj propio de {name}: lo dice un sello de tiempo sobre él.",
  "It existed on {time}, by the clock of {name}: a time-stamp over it says so.":
    "Existía el {time}, según el reloj de {name}: lo dice un sello de tiempo sobre él.",
  "{name} signed that it was stamped on {time}, by its own clock.":
    "{name} firmó que se selló el {time}, según su propio reloj.",
  "The service's record says {time}, but nothing signed is here to check that by.":
    "El registro del servicio dice {time}, pero aquí no hay nada firmado con que comprobarlo.",
  "The part up to the seal existed on {time}, by {name}'s own clock. For what was added later there is no time.":
    "La parte hasta el sello electrónico existía el {time}, según el reloj propio de {name}. Para lo que se añadió después no consta ninguna hora.",
  "The part up to the seal existed on {time}, by the clock of {name}. For what was added later there is no time.":
    "La parte hasta el sello electrónico existía el {time}, según el reloj de {name}. Para lo que se añadió después no consta ninguna hora.",
  "A time-stamp that came with it does not hold for it.":
    "Un sello de tiempo que venía con él no le corresponde.",
  "It existed on {time}, by {name}'s own clock: a time-stamp over it says so. The earlier time on the stamp, {stated}, is borne out by none.":
    "Existía el {time}, según el reloj propio de {name}: lo dice un sello de tiempo sobre él. La hora anterior que figura en el sello, {stated}, no la respalda ninguno.",
  "It existed on {time}, by the clock of {name}: a time-stamp over it says so. The earlier time on the stamp, {stated}, is borne out by none.":
    "Existía el {time}, según el reloj de {name}: lo dice un sello de tiempo sobre él. La hora anterior que figura en el sello, {stated}, no la respalda ninguno.",
  "The service's own time-stamp over it says {time}. Outside the service, this is known only since {known}.":
    "El sello de tiempo del propio servicio dice {time}. Fuera del servicio, esto solo se conoce desde el {known}.",
  "The times that were signed for it contradict each other: a time-stamp over it is earlier than the time on it.":
    "Las horas que se firmaron para él se contradicen: un sello de tiempo sobre él es anterior a la hora que lleva.",
  "Its time-stamp says {time}, which is still to come. Check the clock of this computer.":
    "Su sello de tiempo dice {time}, que aún está por llegar. Compruebe el reloj de este equipo.",
  "It has a time-stamp that cannot be judged with what is known here.":
    "Tiene un sello de tiempo que no se puede juzgar con lo que aquí se sabe.",
  "It has a time-stamp, but not by an authority that is known here.":
    "Tiene un sello de tiempo, pero no de una autoridad que aquí se conozca.",
  "No time-stamp that can be checked belongs to it.":
    "No le corresponde ningún sello de tiempo que se pueda comprobar.",

  "It was sealed by {name}.": "Su sello electrónico lo puso {name}.",
  "The part up to the seal was sealed by {name}. Nobody vouches for what was added later.":
    "La parte hasta el sello electrónico la selló {name}. Nadie responde de lo que se añadió después.",
  "{name} issued it and signed for it.": "{name} lo emitió y responde de él con su firma.",
  '{name} issued it and signed for it, for an account calling itself "{client}" (as stated by the account, not checked).':
    '{name} lo emitió y responde de él con su firma, para una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar).',
  "{name} received it and signed for that.": "{name} lo recibió y responde de ello con su firma.",
  '{name} received it from an account calling itself "{client}" (as stated by the account, not checked) and signed for that.':
    '{name} lo recibió de una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar) y responde de ello con su firma.',
  "It was time-stamped by {name}.": "Su sello de tiempo lo puso {name}.",
  "Nobody known here. {name} time-stamped it, without looking at it: its time is known, but not where it comes from.":
    "Nadie conocido aquí. Su sello de tiempo lo puso {name}, que no mira dentro de los archivos: se sabe su hora, no de dónde viene.",
  "A signed statement that came with it is forged or damaged: it is not what the service signed.":
    "Una declaración firmada que venía con él está falsificada o dañada: no es lo que firmó el servicio.",
  "The statement that came with it is signed with a key that is not known here.":
    "La declaración que venía con él está firmada con una clave que aquí no se conoce.",
  "It bears a seal that does not belong to it, or not any more.":
    "Lleva un sello electrónico que no le corresponde, o que ya no le corresponde.",
  "It bears a seal that was revoked.": "Lleva un sello electrónico que fue revocado.",
  "The service's record and its signed statement contradict each other.":
    "El registro del servicio y su declaración firmada se contradicen.",
  "It was signed by somebody else, whom this check does not know.":
    "Lo firmó otra persona, a quien esta comprobación no conoce.",
  "The service's record knows this file, but nothing signed is here to check that by.":
    "El registro del servicio conoce este archivo, pero aquí no hay nada firmado con que comprobarlo.",
  "The service has no record under this serial number.":
    "El servicio no tiene ningún registro con este número de serie.",
  "It is signed, but the service's keys are not at hand to check by whom.":
    "Está firmado, pero no se dispone de las claves del servicio para comprobar por quién.",
  "Nothing in or beside this file says who vouches for it.":
    "Nada en este archivo ni junto a él dice quién responde de él.",

  "Yes. It stands in the public log {name}.": "Sí. Está en el registro público {name}.",
  "It stands in the public log {name}, but what came with it from a witness is damaged or about something else.":
    "Está en el registro público {name}, pero lo que venía con él de un testigo está dañado o trata de otra cosa.",
  "No. The receipt that came with it does not prove that it is in the log.":
    "No. El recibo que venía con él no prueba que esté en el registro.",
  "There is a receipt, but the log's key is not at hand to check it.":
    "Hay un recibo, pero no se dispone de la clave del registro para comprobarlo.",
  "There is a receipt, but not the signed statement that it was given for.":
    "Hay un recibo, pero no la declaración firmada por la que se dio.",
  "There is a receipt, but for another file.": "Hay un recibo, pero de otro archivo.",
  "This cannot be told without the receipt, which is in the evidence pack.":
    "No se puede decir sin el recibo, que está en el paquete de pruebas.",
};
