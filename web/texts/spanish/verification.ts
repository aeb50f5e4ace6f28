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
    text: "No podemos conectar con el servidor en este momento. Vuelva a intentarlo dentro de un momento.",
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
    text: "Si cambia un solo carácter de un archivo, su huella cambia por completo.",
    original: "Original",
    stamped: "Copia sellada",
    certificate: "Certificado",
    kept: "La copia sellada empieza con el original, sin cambios, byte a byte.",
  },
  qr: {
    title: "El código QR",
    checking: "Comprobando la firma del código QR…",
    matches: {
      title: "Auténtico",
      text: `${productName} firmó este código QR, y coincide con el registro de este documento.`,
    },
    differs: {
      title: "Pertenece a otro documento",
      text: (serial) =>
        `${productName} firmó este código QR, pero para otro documento (${serial}). Es posible que alguien quiera engañarle.`,
    },
    notOnRecord: {
      title: "Firmado, pero no consta en el registro",
      text: `${productName} firmó este código QR, pero aquí no encontramos su registro.`,
    },
    forged: {
      title: "Falsificado",
      text: `Este código QR está falsificado o dañado: ${productName} no lo firmó. No se fíe del papel en el que está.`,
    },
    unknownKey: {
      title: "Firmado con una clave desconocida",
      text: `No conocemos la clave que firmó este código QR, por lo que no podemos saber si lo firmó ${productName}. No confíe únicamente en el papel: compruebe el propio archivo.`,
    },
    alone: {
      title: "Firmado, pero no comparado con el registro",
      text: `${productName} firmó este código QR. En este momento no podemos consultar el registro, por lo que no sabemos si aún existe. El código por sí mismo prueba lo siguiente:`,
    },
    unchecked: {
      title: "Sin comprobar",
      text: "No se han podido cargar las claves para comprobar este código QR. Vuelva a intentarlo dentro de un momento.",
    },
  },
  file: {
    title: "¿Tiene el archivo correcto?",
    text: "Elíjalo o suéltelo aquí: la copia sellada, el original, el certificado o el paquete de pruebas, o varios a la vez. Los comprueba su navegador; no se suben.",
    textAlone:
      "Elíjalo o suéltelo aquí, o varios a la vez. Su navegador comprueba lo que contienen; no se sube nada.",
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
        text: "El archivo es exactamente el documento que se atestó.",
      },
      stamped: {
        title: "Esta es la copia sellada",
        text: `El archivo es exactamente la copia sellada que hizo ${productName}.`,
      },
      certificate: {
        title: "Este es el certificado",
        text: `El archivo es exactamente el certificado que emitió ${productName}.`,
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
