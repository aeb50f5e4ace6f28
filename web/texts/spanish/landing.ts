import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import {
  extraTypes,
  maxUploadMb,
  plans,
  productName,
  retentionHours,
} from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

const freeDocuments = plans.trial.documentLimit;
const countDocuments = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 documento" : `${documentLimit} documentos`;

export const landing: Catalog["landing"] = {
  hero: {
    eyebrow: "Sello de tiempo y atestación de documentos",
    title: "Ponga a su trabajo una fecha que cualquiera pueda comprobar.",
    text: "Suba un documento. Reciba una copia sellada, un certificado de atestación y una página pública que muestra qué era y cuándo.",
    points: [
      "PDF, Word e imágenes",
      "Firmado y sellado en segundos",
      "Cualquiera puede comprobar el código QR, en papel o en pantalla",
    ],
  },
  sample: {
    alt: "Un certificado de atestación con el nombre del documento, la fecha, la hora, las huellas y el código QR.",
    caption: "Una muestra del certificado que recibe, de un documento inventado.",
  },
  prices: {
    title: "Precios",
    text: `${freeDocuments === 1 ? "Su primer documento es" : `Sus ${freeDocuments} primeros documentos son`} gratis. ${
      plans.unlimited.offered
        ? "Después, pague una sola vez o cada mes."
        : "Después, se paga una sola vez. No hay suscripción."
    }`,
    perDocument: (price) => `${price} por documento`,
    plans: [
      { id: "payper", name: "Pago por documento", note: "por documento" },
      {
        id: "unlimited",
        name: "Mensual ilimitado",
        note: `al mes${plans.unlimited.taxable ? ", más impuestos" : ""}. Cancele cuando quiera.`,
      },
      {
        id: "smallbundle",
        name: "Paquete pequeño",
        note: `por ${countDocuments(plans.smallbundle)}, un solo pago`,
      },
      { id: "bundle", name: "Paquete", note: `por ${countDocuments(plans.bundle)}, un solo pago` },
    ],
  },
  how: {
    title: "Cómo funciona",
    steps: [
      {
        name: "Suba",
        text: `Confirme que el documento es suyo y suéltelo en la página: ${extraTypes ? "PDF, Word, OpenDocument, RTF, texto sin formato o una imagen" : "PDF, Word, PNG, JPEG o TIFF"}, de hasta ${maxUploadMb} MB.`,
      },
      {
        name: "Selle",
        text: "Añadimos la fecha, la hora, su nombre y un número de serie a cada página, y los firmamos junto con la huella del documento.",
      },
      {
        name: "Descargue",
        text: "Reciba la copia sellada y el certificado. Su código QR abre una página donde cualquiera puede comprobar el documento.",
      },
    ],
  },
  start: {
    title: "Empiece",
    text:
      freeDocuments === null
        ? "Documentos GRATIS"
        : freeDocuments === 1
          ? "1 documento GRATIS"
          : `${freeDocuments} documentos GRATIS`,
    note: "No se necesita tarjeta de crédito.",
    button: "Cree su cuenta",
  },
  who: {
    title: "Quién lo necesita",
    text: "Cualquiera que un día pueda tener que demostrar que algo existía, y cuándo.",
    groups: [
      { name: "Estudiantes", text: "Trabajos, tesis y apuntes de investigación antes de entregarlos." },
      { name: "Fotógrafos", text: "Imágenes y pruebas antes de enviarlas a un cliente." },
      { name: "Escritores y creadores", text: "Manuscritos, diseños y guiones en cada versión." },
      { name: "Agentes inmobiliarios", text: "Ofertas, declaraciones e informes de estado." },
      { name: "Pequeñas consultas médicas", text: "Normas, avisos y formularios firmados." },
      { name: "Derecho y finanzas", text: "Declaraciones, cartas y documentos de trabajo." },
      { name: "Contratistas independientes", text: "Presupuestos, alcances de obra y albaranes." },
      { name: "Familias que educan en casa", text: "Portafolios, asistencia y trabajos de curso." },
    ],
  },
  about: {
    title: "Nosotros",
    paragraphs: [
      `${productName} es un servicio de sello de tiempo y validación para particulares y creadores. Usted declara ser el propietario legal de un documento; nosotros damos fe de que precisamente ese documento existía en ese preciso momento, y hacemos que sea fácil comprobarlo.`,
      `El código QR de un certificado está vinculado criptográficamente al sello de tiempo y a los datos del documento: podemos saber si el documento fue modificado o si el código es falso. Eliminamos los originales al cabo de ${retentionHours} horas. El registro se queda.`,
      "Esto no sustituye a los derechos de autor, y el certificado no es un registro de derechos de autor. Respalda su cronología: el servicio solo valida sus declaraciones.",
    ],
  },
  partner: {
    title: "¿Hace música?",
    text: `${productName} colabora con un servicio hermano que valida canciones, letras y grabaciones con el mismo espíritu. Escríbanos desde la página de contacto y les presentaremos.`,
    href: "#music-partner",
    link: "¿Quiere validar música? Vea nuestro servicio hermano de validación musical.",
    contact: "Contáctenos",
  },
};
