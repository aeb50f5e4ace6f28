import type { Sentences } from "../sentences.ts";

/** The verifier's sentences about witnesses, and the labels of its details. */
export const witnessSentences: Sentences = {
  "External time-stamp": "Sello de tiempo externo",
  Cosigner: "Cofirmante",
  "{name} time-stamped this state of the public log on {time}.":
    "{name} puso un sello de tiempo a este estado del registro público el {time}.",
  "There is no time-stamp from an external authority for this state of the public log.":
    "No hay ningún sello de tiempo de una autoridad externa para este estado del registro público.",
  "The time-stamp for this state of the public log is from an authority that we don't know.":
    "El sello de tiempo de este estado del registro público es de una autoridad que no conocemos.",
  "The time-stamp that came with it is damaged, or for something else.":
    "El sello de tiempo que venía con él está dañado, o es de otra cosa.",
  "Bitcoin's block {block} contains the fingerprint of this state of the public log.":
    "El bloque {block} de Bitcoin contiene la huella de este estado del registro público.",
  "It was submitted to Bitcoin, which takes a few hours.": "Se envió a Bitcoin, lo que tarda unas horas.",
  "There is no proof that Bitcoin contains this state of the public log.":
    "No hay ninguna prueba de que Bitcoin contenga este estado del registro público.",
  "Its proof points to Bitcoin's block {block}. Any block explorer shows whether that block has the Merkle root below.":
    "Su prueba remite al bloque {block} de Bitcoin. Cualquier explorador de bloques muestra si ese bloque tiene la raíz de Merkle de abajo.",
  "The proof that came with it is damaged, or about something else.":
    "La prueba que venía con él está dañada, o trata de otra cosa.",
  "{name} signed on {time} that it saw no other history of the public log.":
    "{name} firmó el {time} que no vio ninguna otra historia del registro público.",
  "{name} signed that it saw no other history of the public log.":
    "{name} firmó que no vio ninguna otra historia del registro público.",
  "No one else has signed this state of the public log.":
    "Nadie más ha firmado este estado del registro público.",
  "{name} has not signed this state of the public log.":
    "{name} no ha firmado este estado del registro público.",
  "Someone signed it as {name}, with a key that we don't know.":
    "Alguien lo firmó como {name}, con una clave que no conocemos.",
  "The signature as {name} is not from that witness.": "La firma como {name} no es de ese testigo.",

  "Fingerprint (SHA-256)": "Huella (SHA-256)",
  Size: "Tamaño",
  "Serial number": "Número de serie",
  "Document name, as stated by the account, not checked":
    "Nombre del documento, según declara la cuenta, sin comprobar",
  "Client, as stated by the account, not checked": "Cliente, según declara la cuenta, sin comprobar",
  "Time on the stamp": "Hora del sello",
  "Key that signed the statement": "Clave que firmó la declaración",
  "Compared with": "Comparado con",
  "Time-stamp": "Sello de tiempo",
  Accuracy: "Precisión",
  Authority: "Autoridad",
  "Root certificate": "Certificado raíz",
  Seal: "Sello electrónico",
  Reason: "Motivo",
  "Sealed part": "Parte sellada",
  "Added after it": "Añadido después",
  "Another signature": "Otra firma",
  'by someone calling themselves "{name}" (not checked): matches what it covers':
    'de alguien que se hace llamar "{name}" (sin comprobar): corresponde a lo que abarca',
  'by someone calling themselves "{name}" (not checked): does not match what it covers':
    'de alguien que se hace llamar "{name}" (sin comprobar): no corresponde a lo que abarca',
  'by someone calling themselves "{name}" (not checked): could not be checked':
    'de alguien que se hace llamar "{name}" (sin comprobar): no se pudo comprobar',
  "no name: matches what it covers": "sin nombre: corresponde a lo que abarca",
  "no name: does not match what it covers": "sin nombre: no corresponde a lo que abarca",
  "no name: could not be checked": "sin nombre: no se pudo comprobar",
  "Parts that only look like signatures": "Partes que solo parecen firmas",
  Signatures: "Firmas",
  Log: "Registro",
  Entry: "Entrada",
  "Number of entries": "Número de entradas",
  "Root hash": "Hash raíz",
  "Cosigner's key": "Clave del cofirmante",
  Calendar: "Calendario",
  "Bitcoin block": "Bloque de Bitcoin",
  "Merkle root of that block": "Raíz de Merkle de ese bloque",
  "In the pack: {name}": "En el paquete: {name}",
  "the service's signed statement": "la declaración firmada del servicio",
  "the service's record": "el registro del servicio",
  "{root}, {service}'s own": "{root}, del propio {service}",
  "within {seconds} s": "con un margen de {seconds} s",
  "more than we checked": "más de las que comprobamos",
  missing: "falta",
  "not the file that was issued": "no es el archivo que se emitió",
  "as issued": "como se emitió",
  "as received": "como se recibió",
  "damaged or unreadable": "dañado o ilegible",
  "nothing to compare it with": "nada con que compararlo",
  "does not match what was signed": "no coincide con lo que se firmó",
  "lists the other {count} files correctly, and is signed":
    "enumera correctamente los otros {count} archivos, y está firmada",
  "not what the service signed": "no es lo que firmó el servicio",
  "signed with a key that we don't know": "firmado con una clave que no conocemos",
};
