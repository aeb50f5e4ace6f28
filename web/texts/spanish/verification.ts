import { productName } from "../../lib/server-settings.ts";
import type { Catalogue } from "../catalogue.ts";

export const verification: Catalogue["verification"] = {
  title: "Verificación de documentos",
  loading: "Verificando el documento...",
  failed: {
    title: "La verificación ha fallado",
    text: "No se puede verificar este documento. El número de serie puede no ser válido, o el documento puede no existir en nuestros registros.",
  },
  unreachable: {
    title: "No se ha podido leer el registro",
    text: "El servidor no responde en este momento, por lo que no se puede mostrar su registro de este documento. Vuelva a intentarlo dentro de un momento.",
    again: "Reintentar",
  },
  found: {
    title: "Este documento consta en el registro",
    text: `${productName} selló un documento con este número de serie. Compare estos datos con el papel o el archivo que le han dado.`,
    doubtful: {
      title: "El registro de este número de serie",
      text: `Esto es lo que dice el propio registro de ${productName}. El código QR con el que usted llegó no le corresponde: véase más arriba.`,
    },
    screenshot: "Haga una captura de pantalla de esta página para sus archivos.",
    print: "Imprimir",
  },
  facts: {
    serial: "Número de serie",
    processed: "Fecha de procesamiento",
    utc: (time) => `${time} UTC`,
    name: "Nombre del documento",
    client: "Nombre del cliente",
    unchecked: "Según declara la cuenta, sin comprobar.",
    ownClock: `Según el reloj propio de ${productName}.`,
  },
  fingerprints: {
    title: "Huellas (SHA-256)",
    text: "Una huella cambia por completo cuando se cambia un solo carácter de un archivo.",
    original: "Original",
    stamped: "Copia sellada",
    certificate: "Certificado",
    kept: "El original se encuentra sin cambios, byte a byte, al principio de la copia sellada.",
  },
  qr: {
    title: "El código QR",
    checking: "Comprobando la firma del código QR…",
    matches: {
      title: "Auténtico",
      text: `Este código QR fue firmado por ${productName} y coincide con el registro de este documento.`,
    },
    differs: {
      title: "Pertenece a otro documento",
      text: (serial) =>
        `Este código QR fue firmado por ${productName}, pero para otro documento (${serial}). Quien lo puso aquí quizá quiera engañarle.`,
    },
    notOnRecord: {
      title: "Firmado, pero no consta en el registro",
      text: `Este código QR fue firmado por ${productName}, pero el registro que menciona no se encuentra aquí.`,
    },
    forged: {
      title: "Falsificado",
      text: `Este código QR está falsificado o dañado: no fue firmado por ${productName}. No se fíe del papel en el que está.`,
    },
    unknownKey: {
      title: "Firmado con una clave desconocida",
      text: `Este código QR está firmado con una clave que aquí no se conoce, por lo que esta página no puede decir si lo firmó ${productName}. No confíe únicamente en el papel en el que está: compruebe el propio archivo.`,
    },
    alone: {
      title: "Firmado, pero no comparado con el registro",
      text: `Este código QR fue firmado por ${productName}. En este momento no se puede consultar el registro, por lo que esta página no puede decir si sigue vigente; el código por sí mismo prueba lo siguiente:`,
    },
    unchecked: {
      title: "Sin comprobar",
      text: "No se han podido cargar las claves para comprobar este código QR. Vuelva a intentarlo dentro de un momento.",
    },
  },
  file: {
    title: "¿Es correcto el archivo que tiene?",
    text: "Elíjalo o suéltelo aquí: la copia sellada, el original, el certificado o el paquete de pruebas, o varios a la vez. Se comprueban en este navegador y no se suben.",
    textAlone:
      "Elíjalo o suéltelo aquí, o varios a la vez. Cada uno se comprueba por lo que contiene, en este navegador, y no se sube.",
    choose: "Elegir un archivo para comprobarlo",
    drop: "Suéltelo para comprobarlo",
    reading: (names) => `Comprobando ${names}…`,
    progress: "Lectura",
    stop: "Detener",
    unreadable: (name) => `No se ha podido leer ${name}.`,
    failed: "No se ha podido cargar la comprobación. Vuelva a cargar esta página cuando tenga conexión.",
    sealed: "Un archivo con sello electrónico",
    sealedCertificate: "Un certificado con sello electrónico",
    outcomes: {
      original: {
        title: "Este es el original",
        text: "El archivo es, bit a bit, el documento que se atestó.",
      },
      stamped: {
        title: "Esta es la copia sellada",
        text: `El archivo es, bit a bit, la copia sellada que hizo ${productName}.`,
      },
      certificate: {
        title: "Este es el certificado",
        text: `El archivo es, bit a bit, el certificado que emitió ${productName}.`,
      },
      none: {
        title: "Ninguno de ellos",
        text: "El archivo no es ni el original, ni la copia sellada, ni el certificado de este número de serie. Es otro archivo, o fue modificado.",
      },
      noneOfTwo: {
        title: "Ninguno de los dos",
        text: "El archivo no es ni el original ni la copia sellada de los que habla el código QR. Puede ser el certificado u otro archivo, o fue modificado.",
      },
    },
  },
};
