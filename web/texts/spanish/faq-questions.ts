import type { PlanId } from "../../../db/columns/billing.ts";
import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import {
  creditsPay,
  extraTypes,
  maxUploadMb,
  paymentsOpen,
  productName,
  retentionHours,
} from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

/** What is sold in addition to the free documents, and the prices. */
function listPrices({ smallbundle, bundle, unlimited }: Plans, price: Record<PlanId, string>): string {
  const sold: Record<Exclude<PlanId, "trial">, string | false> = {
    payper: `Pago por documento, ${price.payper} por un documento`,
    smallbundle:
      smallbundle.offered && `Paquete pequeño, ${price.smallbundle} por ${countDocuments(smallbundle)}`,
    bundle: bundle.offered && `Paquete, ${price.bundle} por ${countDocuments(bundle)}`,
    unlimited: unlimited.offered && `Mensual ilimitado, ${price.unlimited} al mes sin límite`,
  };
  return Object.values(sold)
    .filter((plan) => plan !== false)
    .join("; ");
}

function describeFree({ documentLimit }: ShownTerms): string {
  if (documentLimit === null) return "Aquí todos los documentos son gratuitos, con su certificado.";
  const documents =
    documentLimit === 1
      ? "1 documento gratuito, con su certificado,"
      : `${documentLimit} documentos gratuitos, cada uno con su certificado,`;
  return `Cada cuenta nueva tiene ${documents} sin tarjeta de crédito.`;
}

const countDocuments = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 documento" : `${documentLimit} documentos`;

type Plans = Record<PlanId, ShownTerms>;

export const faqQuestions: Catalog["faqQuestions"] = (plans, price) => ({
  general: {
    product: {
      question: `¿Qué hace ${productName}?`,
      answer:
        "Usted sube un documento y confirma que es suyo. Recibe una copia sellada, en la que cada página lleva la fecha, la hora, su nombre y un número de serie, y un certificado de atestación cuyo código QR abre una página donde cualquiera puede comprobar ambos.",
    },
    proof: {
      question: "¿Qué prueba el certificado, y qué no prueba?",
      answer: `Es nuestra declaración firmada de que un archivo con exactamente esta huella (SHA-256) se entregó a ${productName} en el momento que indica, desde una cuenta a nombre del cliente. Su página pública dice de qué reloj es esa hora y quién más la confirma. No prueba quién escribió el documento ni a quién pertenece, ni que el nombre del cliente sea correcto, ni que lo que dice el documento sea cierto: eso no lo examinamos. Respalda una cronología. No es un registro de derechos de autor ni lo sustituye, y no es un acta notarial.`,
    },
    accepted: {
      question: "¿Lo aceptará una escuela o un tribunal?",
      answer: `No podemos prometerlo. Cada escuela, oficina o tribunal decide qué acepta, así que pregunte antes de confiar en ello. Lo que ${productName} le da es una prueba que cualquiera puede comprobar: exactamente este archivo existía en este momento, según el reloj que indica su página pública. No prueba quién lo escribió ni que sea cierto.`,
    },
    notarization: {
      question: "¿Es esto un acta notarial?",
      answer:
        "No. Un notario comprueba quién es usted y presencia su firma. Nosotros no hacemos ninguna de las dos cosas. El «certificado de atestación» es un PDF con una declaración firmada por nosotros que dice qué archivo recibimos, cuándo y de qué cuenta. Si le piden un documento notarial, necesita un notario.",
    },
    original: {
      question: "¿Qué ocurre con mi original?",
      answer: `Se elimina ${retentionHours} horas después de la subida. Su nombre, su tamaño y su huella quedan registrados, de modo que quien tenga el archivo pueda seguir probando que es el mismo. Tenga en cuenta que un PDF sellado contiene las páginas originales, y a menudo el propio archivo original: la copia sellada se conserva hasta que usted elimine el documento.`,
    },
    privacy: {
      question: "¿Quién puede ver mis documentos?",
      answer:
        "Usted. La página pública de un número de serie muestra el número de serie, la fecha de procesamiento, el nombre del archivo, el nombre de usted y las huellas, nunca el documento. Quienes administran este servidor pueden abrir los archivos de un cliente para ayudarle, y cada vez que lo hacen queda anotado en un registro. Elija por ello un nombre de archivo que no le importe que se lea.",
    },
    deletion: {
      question: "¿Qué ocurre cuando elimino un documento?",
      answer:
        "La copia sellada y el certificado se eliminan definitivamente, y ya no se muestra ningún nombre. La página pública de su número de serie se queda, con la fecha y las huellas, y dice que se emitió un certificado y cuándo retiró usted el documento. El sello sigue contando en su plan.",
    },
    referrals: {
      question: "¿Cómo funciona el programa de recomendación?",
      answer: `Su enlace de recomendación está en la página de planes, que se abre con «Ver planes» en la página de inicio. ${creditsPay ? "Quien abre una cuenta con su enlace recibe 3 créditos gratuitos al momento, y usted recibe otros 3 cuando haya sellado un primer documento o comprado algo. Si de su red ya vinieron otras personas recomendadas, ambos los reciben entonces, y hace falta además un correo electrónico confirmado o una compra." : "Cuando alguien abre una cuenta con su enlace, ambos reciben 3 créditos gratuitos al momento."} No hay límite. Nadie puede recomendarse a sí mismo, y una cuenta puede usar un solo código, una vez.`,
    },
  },
  technical: {
    files: {
      question: "¿Qué archivos puedo subir, y qué nombre conviene darles?",
      answer: `PDF, docx, PNG, JPG y JPEG; en la página de inicio, también ${extraTypes ? "DOC, TIFF, ODT, RTF, TXT, HEIC, WebP, AVIF, GIF y BMP" : "DOC y TIFF"}. Cada archivo puede tener hasta ${maxUploadMb} MB. Puede elegir varios a la vez: cada uno será un documento propio. Un nombre de archivo de 8 palabras como máximo queda mejor en el certificado; incluya en él su nombre si quiere que figure en el código QR.`,
    },
    duration: {
      question: "¿Cuánto tarda?",
      answer:
        "Los documentos pequeños están listos en segundos. Cuente con 30 a 60 segundos para uno corriente cuando esperan muchas personas, y con hasta 2 o 3 minutos para un archivo grande. Puede cerrar la página: el trabajo continúa.",
    },
    stamp: {
      question: "¿Qué dice el sello, y dónde está?",
      answer:
        "El nombre del producto, la fecha y la hora (en la zona horaria de su cuenta), el nombre de usted, el número de serie, una frase con la hora en UTC y la dirección donde se puede comprobar. Está en todas las páginas, con un código QR donde cabe. Al configurar el documento, usted elige el idioma, si lleva el código y el lugar: el borde derecho, en vertical, o una de las cuatro esquinas.",
    },
    conversion: {
      question: "¿Qué ocurre con un documento de Word, o con un TIFF?",
      answer: `Ambos se convierten en un PDF, que es lo que usted descarga; las imágenes PNG y JPEG siguen siendo lo que son.${extraTypes ? " Las demás imágenes se convierten en una de estas dos, y los demás textos, en un PDF." : ""} En un documento de Word, los tipos de letra que el servidor no tiene se sustituyen por otros parecidos, lo que puede mover líneas. Si cada línea debe quedarse donde está, guarde usted mismo el documento como PDF y súbalo así.`,
    },
    signed: {
      question: "Mi PDF ya está firmado. ¿Se conserva la firma?",
      answer:
        "Sí. El sello se añade al archivo como una capa posterior y la parte firmada no se toca, de modo que la firma sigue siendo válida para lo que se firmó. Algunos lectores indican que se añadió algo después de la firma; eso es el sello.",
    },
    password: {
      question: "Mi PDF tiene contraseña. ¿Qué puedo hacer?",
      answer:
        "Un documento que no se puede abrir sin contraseña no se puede sellar, y se lo decimos cuando lo sube o lo procesa. Guarde una copia sin contraseña y súbala. No cuenta en su plan. Un PDF que se abre sin contraseña y solo restringe su uso se sella, salvo que sus permisos prohíban todo cambio; su copia sellada no está cifrada.",
    },
    code: {
      question: "¿Qué contiene el código QR?",
      answer:
        "La dirección de la página pública de su número de serie y, detrás, una declaración con nuestra firma digital: número de serie, hora, nombre del archivo y las huellas del original y de la copia sellada. Su nombre está en él si está en el nombre del archivo. La firma une código, hora y documento: un código falsificado, o que pertenece a otro documento, se reconoce.",
    },
    checking: {
      question: "¿Cómo comprueba alguien mi documento?",
      answer:
        "Escanea el código QR o abre la dirección que figura en el certificado, y suelta el archivo en esa página. El archivo se compara en su propio navegador y no se sube. La página dice si es el original, la copia sellada, el certificado o ninguno de ellos. Basta un carácter cambiado para que sea «ninguno de ellos».",
    },
    afterUs: {
      question: `¿Y si ${productName} cierra?`,
      answer:
        "Sus archivos siguen valiendo: guarde sus propias copias del documento sellado, del certificado y del paquete de pruebas (en «Más»). Con el paquete de pruebas, cualquiera puede comprobar el documento sin nosotros. También se puede comprobar la declaración firmada del código QR: nuestras claves públicas están en /.well-known/jwks.json en este sitio: guarde una copia de ese pequeño archivo junto con su certificado, y cualquier programa que conozca las firmas Ed25519 (RFC 8037) podrá comprobarla.",
    },
  },
  billing: {
    prices: {
      question: "¿Qué es gratuito, y cuánto cuesta después?",
      answer: `${describeFree(plans.trial)} ${
        plans.trial.documentLimit === null
          ? ""
          : paymentsOpen
            ? `Después: ${listPrices(plans, price)}. Donde un plan dice «+ impuestos aplicables», se añaden los impuestos. `
            : "Después, consulte a la administración de este sitio, que no acepta pagos. "
      }Comprobar documentos es gratuito para todos y no requiere cuenta.`,
    },
    payment: {
      question: "¿Cómo puedo pagar?",
      answer:
        "Con tarjeta de crédito, tarjeta de débito o Cash App Pay, si este servidor tiene activados los pagos. El pago se hace con Stripe: el número de su tarjeta va de su navegador a Stripe y nunca a nosotros.",
    },
    counting: {
      question: "¿Qué cuenta como un documento? ¿Cuenta uno que falló?",
      answer:
        "Cuenta un sello que se hizo. Un documento que falló no cuenta: su sello vuelve a su plan, y su fila en Documentos recientes dice por qué falló. Subir, descargar y comprobar tampoco cuentan. Eliminar un documento no devuelve ningún sello.",
    },
    credits: {
      question: "¿Para qué sirven los créditos gratuitos?",
      answer: `Provienen de las recomendaciones o de nuestro soporte, y se muestran junto a su plan. No aumentan el límite de su plan y nunca se gastan solos. ${creditsPay ? "En este sitio, el diálogo de pago ofrece usar uno de ellos para un documento." : "En este sitio solo se muestran."}`,
    },
    refunds: {
      question: "¿Puedo obtener un reembolso?",
      answer:
        "No hay reembolso automático: lo decide una persona, y respondemos en un plazo de 12 horas. Elija Facturación y planes en la página de soporte e indíquenos el número de serie o el día del pago. Un documento que se pagó y después falló sigue pagado: procéselo de nuevo y no se le cobra nada más.",
    },
  },
});
