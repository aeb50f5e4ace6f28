import type { Sentences } from "../sentences.ts";

/** What the judge of files says of witnesses, and the labels of its details. */
export const witnessSentences: Sentences = {
  "Outside time-stamp": "Sello de tiempo externo",
  Cosigner: "Cofirmante",
  "{name} time-stamped this state of the log on {time}.":
    "{name} puso un sello de tiempo a este estado del registro el {time}.",
  "No time-stamp of an outside authority over this state of the log is here.":
    "Aquí no hay ningún sello de tiempo de una autoridad externa sobre este estado del registro.",
  "The time-stamp over this state of the log is by nobody that is known here.":
    "El sello de tiempo sobre este estado del registro no es de nadie que aquí se conozca.",
  "The time-stamp that came with it is damaged, or over something else.":
    "El sello de tiempo que venía con él está dañado, o es de otra cosa.",
  "Bitcoin's block {block} holds the fingerprint of this state of the log.":
    "El bloque {block} de Bitcoin contiene la huella de este estado del registro.",
  "It was handed in to be written into Bitcoin, which takes some hours.":
    "Se entregó para inscribirlo en Bitcoin, lo que tarda unas horas.",
  "No proof that Bitcoin holds this state of the log is here.":
    "Aquí no hay ninguna prueba de que Bitcoin contenga este estado del registro.",
  "Its proof says Bitcoin's block {block}. Whether that block has the merkle root below, any block explorer shows.":
    "Su prueba dice el bloque {block} de Bitcoin. Si ese bloque tiene la raíz de Merkle de abajo, lo muestra cualquier explorador de bloques.",
  "The proof that came with it is damaged, or about something else.":
    "La prueba que venía con él está dañada, o trata de otra cosa.",
  "{name} signed on {time} that it saw no other history of the log.":
    "{name} firmó el {time} que no vio ninguna otra historia del registro.",
  "{name} signed that it saw no other history of the log.":
    "{name} firmó que no vio ninguna otra historia del registro.",
  "Nobody else has signed this state of the log.": "Nadie más ha firmado este estado del registro.",
  "{name} has not signed this state of the log.": "{name} no ha firmado este estado del registro.",
  "Somebody signed it as {name}, whose key is not known here.":
    "Alguien lo firmó como {name}, cuya clave aquí no se conoce.",
  "What is signed as {name} is not what that witness signed.":
    "Lo que está firmado como {name} no es lo que firmó ese testigo.",

  "Fingerprint (SHA-256)": "Huella (SHA-256)",
  Size: "Tamaño",
  "Serial number": "Número de serie",
  "Document name, as stated by the account, not checked":
    "Nombre del documento, según declara la cuenta, sin comprobar",
  "Client, as stated by the account, not checked": "Cliente, según declara la cuenta, sin comprobar",
  "Time on the stamp": "Hora del sello",
  "Key of the signed statement": "Clave de la declaración firmada",
  "Compared with": "Comparado con",
  "Time-stamp": "Sello de tiempo",
  Accuracy: "Precisión",
  Authority: "Autoridad",
  "Root certificate": "Certificado raíz",
  Seal: "Sello electrónico",
  Reason: "Motivo",
  "Sealed part": "Parte sellada",
  "Added behind it": "Añadido detrás",
  "Another signature": "Otra firma",
  'by somebody calling themselves "{name}" (not checked): fits what it covers':
    'de alguien que se hace llamar "{name}" (sin comprobar): corresponde a lo que abarca',
  'by somebody calling themselves "{name}" (not checked): does not fit what it covers':
    'de alguien que se hace llamar "{name}" (sin comprobar): no corresponde a lo que abarca',
  'by somebody calling themselves "{name}" (not checked): could not be checked':
    'de alguien que se hace llamar "{name}" (sin comprobar): no se pudo comprobar',
  "nameless: fits what it covers": "sin nombre: corresponde a lo que abarca",
  "nameless: does not fit what it covers": "sin nombre: no corresponde a lo que abarca",
  "nameless: could not be checked": "sin nombre: no se pudo comprobar",
  "Parts that only look like signatures": "Partes que solo parecen firmas",
  Signatures: "Firmas",
  Log: "Registro",
  Entry: "Entrada",
  "Entries under the signed head": "Entradas bajo la cabecera firmada",
  "Head of the log": "Cabecera del registro",
  "Key of the cosigner": "Clave del cofirmante",
  Calendar: "Calendario",
  "Bitcoin block": "Bloque de Bitcoin",
  "Merkle root of that block": "Raíz de Merkle de ese bloque",
  "In the pack: {name}": "En el paquete: {name}",
  "the service's signed statement": "la declaración firmada del servicio",
  "the service's record": "el registro del servicio",
  "{root}, of {service} itself": "{root}, del propio {service}",
  "within {seconds} s": "con un margen de {seconds} s",
  "there are more than were checked": "hay más de las que se comprobaron",
  missing: "falta",
  "not the file that was issued": "no es el archivo que se emitió",
  "as issued": "como se emitió",
  "as received": "como se recibió",
  "damaged or not readable": "dañado o ilegible",
  "nothing to compare it with": "nada con que compararlo",
  "says something else than was signed": "dice algo distinto de lo que se firmó",
  "lists the other {count} files as they are, and is signed":
    "enumera los otros {count} archivos como son, y está firmada",
  "not what the service signed": "no es lo que firmó el servicio",
  "signed with a key that is not known here": "firmado con una clave que aquí no se conoce",
};
