import { productName } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";
import { offlineVerifier } from "./offline-verifier.ts";

export const verification: Catalog["verification"] = {
  title: "Verificación de documentos",
  loading: "Verificando el documento…",
  checkingTime: "Comprobando quién confirma la hora…",
  failed: {
    title: "La verificación ha fallado",
    text: "No se puede verificar este documento. El número de serie puede no ser válido, o el documento puede no existir en nuestros registros.",
    hint: "Si escribió el número, compárelo con el certificado. Si escaneó un código QR, no se fíe del papel en el que está.",
  },
  unreachable: {
    title: "No se ha podido leer el registro",
    text: "No podemos conectar con el servidor en este momento. Vuelva a intentarlo dentro de un momento.",
    again: "Reintentar",
  },
  found: {
    title: "Este documento consta en el registro",
    text: `${productName} selló un documento con este número de serie. Un sello puede copiarse a otro: compare estos datos con el papel o el archivo que le han dado.`,
    confirmed: {
      title: "Auténtico",
      text: `Este documento consta en el registro, y ${productName} firmó el código QR o el enlace con el que usted llegó. Compare estos datos con el papel o el archivo que le han dado.`,
    },
    doubtful: {
      title: "El registro de este número de serie",
      text: `Esto es lo que dice el propio registro de ${productName}. Lea primero más arriba qué problema tiene el código QR o el enlace con el que usted llegó.`,
    },
    screenshot: "Haga una captura de pantalla de esta página para sus archivos.",
    print: "Imprimir",
  },
  mismatch: {
    title: (files) =>
      files === 1
        ? "Ha fallado: su archivo no es el que consta en el registro"
        : "Ha fallado: sus archivos no son los que constan en el registro",
    text: (names) =>
      `No hemos podido confirmar ${names}: vea el resultado más abajo. El registro de este número de serie sigue como está.`,
    more: (names, others) => `${names} y ${others} más`,
  },
  withdrawn: {
    title: (day) => `Retirado por su dueño el ${day}`,
    text: `${productName} sí emitió un certificado con este número de serie: para saber si es el suyo, compruebe su archivo más abajo. Después su dueño eliminó el documento aquí, así que de un papel solo pueden compararse el número, la hora y las huellas, no los nombres.`,
    collection: `${productName} sí emitió un certificado con este número de serie: para saber si es el suyo, compruebe su archivo más abajo. Después su dueño eliminó la colección aquí, así que ya no se puede buscar en su lista de archivos, y de un papel solo pueden compararse el número, la hora y la huella del conjunto, no los nombres.`,
  },
  facts: {
    serial: "Número de serie",
    processed: "Fecha de procesamiento",
    name: "Nombre del documento",
    client: "Nombre del cliente",
    office: "Oficina",
    domain: "Dominio de la oficina",
    domainNote: (day: string) =>
      `Verificado por ${productName} con un registro DNS, visto por última vez el ${day}. Los nombres solo se declaran.`,
    email: "Correo electrónico",
    emailNote: (day: string) => `Confirmado con un enlace en un correo el ${day}.`,
    title: "Título",
    files: "Archivos",
    fileCount: (count, size) => (count === 1 ? `1 archivo, ${size}` : `${count} archivos, ${size} en total`),
    timeline: "Cronología",
    timelineNote:
      "La declaración firmada contiene este número y la huella de la última línea de la lista. Una entrada omitida, movida o cambiada daría otra huella.",
    acknowledgement: "Acuse",
    acknowledgementNote:
      "Esto es un acuse: alguien que tenía el enlace creado para ello confirmó «Lo he visto» para estos documentos. No hemos comprobado quién fue.",
    entries: (count) => (count === 1 ? "1 documento" : `${count} documentos, en su orden`),
    unchecked: "Como lo escribió el titular de la cuenta. No lo hemos comprobado.",
    bothUnchecked: "Ambos como los escribió el titular de la cuenta. No los hemos comprobado.",
    inYourZone: (time) => `${time} en su zona horaria`,
    ownClock: `Según el reloj propio de ${productName}.`,
  },
  fingerprints: {
    title: "Para especialistas: huellas (SHA-256)",
    text: "Una huella es un código corto que se calcula a partir de un archivo entero. Si cambia un solo carácter del archivo, su huella cambia por completo. Estos códigos los comparan los programas; usted no tiene que hacerlo.",
    original: "Original",
    stamped: "Copia sellada",
    root: "Todos los archivos (raíz de su árbol de huellas)",
    certificate: "Certificado",
    kept: "La copia sellada contiene el original completo, sin cambios.",
  },
  qr: {
    title: "El código QR",
    checking: "Comprobando la firma del código QR…",
    differs: {
      title: "Verificación no superada: este código QR pertenece a otro documento",
      text: (serial) =>
        `${productName} firmó este código QR, pero para otro documento (${serial}). Es posible que alguien quiera engañarle.`,
    },
    notOnRecord: {
      title: "El código QR está firmado, pero no consta en el registro",
      text: `${productName} firmó este código QR, pero aquí no encontramos su registro. El código dice lo siguiente:`,
    },
    forged: {
      title: "Verificación no superada: este código QR está falsificado",
      text: `El código está falsificado o dañado: ${productName} no lo firmó. No se fíe del papel en el que está.`,
    },
    beforeKey: {
      title: "Verificación no superada: este código QR se contradice",
      text: "El código lleva una fecha anterior a la creación de la clave que lo firmó. No se fíe del papel en el que está.",
    },
    endedKey: {
      title: "No se puede saber: este código QR está firmado con una clave antigua",
      text: `${productName} ya no usa la clave que firmó este código QR, por lo que puede haberlo firmado otra persona. Solo el registro, o el paquete de pruebas, tiene el recibo que demuestra lo contrario.`,
    },
    unknownKey: {
      title: "No se puede saber: no sabemos quién firmó este código QR",
      text: `No conocemos la clave que firmó este código QR, por lo que no podemos saber si lo firmó ${productName}. No confíe únicamente en el papel: compruebe el propio archivo.`,
    },
    alone: {
      title: "El código QR está firmado, pero no comparado con el registro",
      text: `${productName} firmó este código QR. En este momento no podemos consultar el registro, por lo que no sabemos si aún existe. El código por sí mismo dice lo siguiente:`,
    },
    unchecked: {
      title: "No se puede saber: este código QR no se ha comprobado",
      text: "No se ha podido cargar lo que hace falta para comprobar este código QR. Vuelva a intentarlo dentro de un momento.",
    },
  },
  file: {
    title: "¿Tiene el archivo correcto?",
    titleAlone: "¿Tiene un archivo que comprobar?",
    text: "Elíjalo o suéltelo aquí: la copia sellada, el original, el certificado o el paquete de pruebas (el archivo ZIP con todas las pruebas), o varios a la vez. Use los archivos tal como los recibió: un escaneo, una foto o una copia guardada de nuevo no coincide. Los comprueba su navegador; no se suben.",
    textAlone:
      "Elíjalo o suéltelo aquí, o varios a la vez. Su navegador comprueba lo que contienen; no se sube nada.",
    choose: "Elegir un archivo para comprobarlo",
    drop: "Suéltelo para comprobarlo",
    reading: (names) => `Comprobando ${names}…`,
    progress: "Lectura",
    stop: "Detener",
    unreadable: offlineVerifier.unreadable,
    ownLists: offlineVerifier.ownLists,
    unusedLists: offlineVerifier.unusedLists,
    failed: "No se ha podido cargar la comprobación. Vuelva a cargar esta página cuando tenga conexión.",
    checks: offlineVerifier.checks,
  },
  collection: {
    title: "Esta colección consta en el registro",
    text: `${productName} atestiguó con este número de serie las huellas de una colección de archivos. Los archivos se quedaron con su dueño. Compare estos datos con el certificado que tiene.`,
    confirmed: {
      title: "Auténtica",
      text: `Esta colección consta en el registro, y ${productName} firmó el código QR o el enlace con el que usted llegó. Compare estos datos con el certificado que tiene.`,
    },
    doubtful: {
      title: "El registro de este número de serie",
      text: `Esto es lo que dice el propio registro de ${productName}. Lea primero más arriba qué problema tiene el código QR o el enlace con el que usted llegó.`,
    },
    screenshot: "Haga una captura de pantalla de esta página para sus archivos.",
    print: "Imprimir",
  },
  collectionCheck: {
    title: "¿Está su archivo en esta colección?",
    text: "Elija archivos o suéltelos aquí, uno o mil, o el certificado o el paquete de pruebas. Su navegador calcula sus huellas y pregunta solo por ellas; los archivos no se suben. Nadie averigua aquí qué otros archivos hay en la colección.",
    choose: "Elegir archivos",
    chooseFolder: "Elegir una carpeta",
    drop: "Suelte para comprobar",
    reading: (done, count) => `Comprobando: ${done} de ${count} archivos`,
    stop: "Detener",
    single: {
      inside: "El archivo está en esta colección y no ha cambiado.",
      outside: "El archivo no está en esta colección.",
      unproven: "No podemos saber si el archivo está en esta colección.",
      unreadable: "No se ha podido leer el archivo. Si ha cambiado, elíjalo de nuevo.",
      unanswered: "No podemos saber si el archivo está en esta colección.",
    },
    summary: (inside, count) => `${inside} de ${count} archivos están en esta colección y no han cambiado.`,
    summaryOutside: offlineVerifier.totalChanged,
    summaryUnclear: offlineVerifier.totalUnclear,
    outside: "No está en esta colección. Un solo byte cambiado ya lo convierte en otro archivo.",
    certificate: "El certificado de esta colección, sin cambios",
    unreadable: "No se ha podido leer este archivo. Si ha cambiado o se ha movido, elíjalo de nuevo.",
    unproven:
      "El servidor reconoce este archivo, pero su registro de evidencia no lo demuestra. Avise a nuestro soporte.",
    unanswered: "El servidor no ha respondido sobre este archivo. Vuelva a intentarlo dentro de un momento.",
    saveRecord: (name) => `Guardar el registro de evidencia de ${name}`,
    record: "Registro de evidencia (.ers)",
    shown: (shown, count) => `Se muestran ${shown} de ${count} archivos.`,
    showAll: offlineVerifier.showAll,
  },
  about: {
    title: `¿Qué es ${productName}?`,
    paragraphs: [
      `${productName} es un servicio que pone fecha a los documentos. Alguien subió un documento y recibió una copia sellada y un certificado. Esta página lo documenta: puede leerla cualquiera que tenga el número de serie.`,
      "Muestra exactamente para qué archivo es la fecha, y quién confirma esa hora. No muestra quién escribió el documento ni a quién pertenece, ni si es cierto lo que dice.",
    ],
    link: "Ponga fecha a un documento propio",
  },
};
