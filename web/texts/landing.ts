import type { PlanId } from "../../db/columns/billing.ts";
import type { ShownTerms } from "../../src/server/http/page-renderer.ts";
import {
  acceptsWord,
  extraTypes,
  maxUploadMb,
  plans,
  productName,
  retentionHours,
} from "../environment/server-settings.ts";
import { type InEachLanguage, localize } from "./localize.ts";

type PaidPlan = Exclude<PlanId, "trial">;

const freeDocuments = plans.trial.documentLimit;

const countDocumentsEn = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 document" : `${documentLimit} documents`;

const countDocumentsEs = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 documento" : `${documentLimit} documentos`;

const textsEn = acceptsWord ? (extraTypes ? ", Word, OpenDocument, RTF, plain text" : ", Word") : "";

const textsEs = acceptsWord ? (extraTypes ? ", Word, OpenDocument, RTF, texto sin formato" : ", Word") : "";

/** Texts of the landing page. */
export const landingMessages = localize({
  hero: {
    eyebrow: {
      en: "Document timestamping and attestation",
      es: "Sello de tiempo y atestación de documentos",
    },
    title: {
      en: "Put a date on your work that anyone can check.",
      es: "Ponga a su trabajo una fecha que cualquiera pueda comprobar.",
    },
    text: {
      en: "Upload a document. Get back a stamped copy, a Certificate of Attestation, and a public page that shows what it was and when.",
      es: "Suba un documento. Reciba una copia sellada, un certificado de atestación y una página pública que muestra qué era y cuándo.",
    },
    points: [
      {
        en: acceptsWord ? "PDF, Word and pictures" : "PDF and pictures",
        es: acceptsWord ? "PDF, Word e imágenes" : "PDF e imágenes",
      },
      { en: "Signed and sealed in seconds", es: "Firmado y sellado en segundos" },
      {
        en: "Anyone can check the QR code, on paper or on screen",
        es: "Cualquiera puede comprobar el código QR, en papel o en pantalla",
      },
    ],
  },
  sample: {
    alt: {
      en: "A Certificate of Attestation with the document's name, date, time, fingerprints and QR code.",
      es: "Un certificado de atestación con el nombre del documento, la fecha, la hora, las huellas y el código QR.",
    },
    caption: {
      en: "A sample certificate for a made-up document.",
      es: "Una muestra del certificado que recibe, de un documento inventado.",
    },
  },
  prices: {
    title: { en: "Prices", es: "Precios" },
    text: {
      en: `${freeDocuments === 1 ? "Your first document is" : `Your first ${freeDocuments} documents are`} free. ${
        plans.unlimited.offered
          ? "After that, pay once or by the month."
          : "After that, you pay once. There is no subscription."
      }`,
      es: `${freeDocuments === 1 ? "Su primer documento es" : `Sus ${freeDocuments} primeros documentos son`} gratis. ${
        plans.unlimited.offered
          ? "Después, pague una sola vez o cada mes."
          : "Después, se paga una sola vez. No hay suscripción."
      }`,
    },
    perDocument: {
      en: (price: string) => `${price} per document`,
      es: (price: string) => `${price} por documento`,
    },
    plans: {
      payper: {
        name: { en: "Pay Per Document", es: "Pago por documento" },
        note: { en: "per document", es: "por documento" },
      },
      unlimited: {
        name: { en: "Unlimited Monthly", es: "Mensual ilimitado" },
        note: {
          en: `a month${plans.unlimited.perMember ? " (per member in an office)" : ""}${plans.unlimited.taxable ? ", plus taxes" : ""}. Cancel any time.`,
          es: `al mes${plans.unlimited.perMember ? " (por miembro en una oficina)" : ""}${plans.unlimited.taxable ? ", más impuestos" : ""}. Cancele cuando quiera.`,
        },
      },
      smallbundle: {
        name: { en: "Small Bundle", es: "Paquete pequeño" },
        note: {
          en: `for ${countDocumentsEn(plans.smallbundle)}, one payment`,
          es: `por ${countDocumentsEs(plans.smallbundle)}, un solo pago`,
        },
      },
      bundle: {
        name: { en: "Bundle", es: "Paquete" },
        note: {
          en: `for ${countDocumentsEn(plans.bundle)}, one payment`,
          es: `por ${countDocumentsEs(plans.bundle)}, un solo pago`,
        },
      },
    } satisfies Record<PaidPlan, { name: InEachLanguage<string>; note: InEachLanguage<string> }>,
  },
  how: {
    title: { en: "How It Works", es: "Cómo funciona" },
    steps: [
      {
        name: { en: "Upload", es: "Suba" },
        text: {
          en: `Confirm that the document is yours and drop it on the page: PDF${textsEn}${extraTypes ? " or a picture" : ", PNG, JPEG or TIFF"}, up to ${maxUploadMb} MB.`,
          es: `Confirme que el documento es suyo y suéltelo en la página: PDF${textsEs}${extraTypes ? " o una imagen" : ", PNG, JPEG o TIFF"}, de hasta ${maxUploadMb} MB.`,
        },
      },
      {
        name: { en: "Timestamp", es: "Selle" },
        text: {
          en: "We add the date, the time, your name and a serial number to every page, and sign them with the document's fingerprint.",
          es: "Añadimos la fecha, la hora, su nombre y un número de serie a cada página, y los firmamos junto con la huella del documento.",
        },
      },
      {
        name: { en: "Download", es: "Descargue" },
        text: {
          en: "Get the stamped copy and the certificate. The QR code on it opens a page where anyone can check the document.",
          es: "Reciba la copia sellada y el certificado. Su código QR abre una página donde cualquiera puede comprobar el documento.",
        },
      },
    ],
  },
  start: {
    title: { en: "Get Started", es: "Empiece" },
    text: {
      en:
        freeDocuments === null
          ? "FREE uploads"
          : freeDocuments === 1
            ? "1 FREE upload"
            : `${freeDocuments} FREE uploads`,
      es:
        freeDocuments === null
          ? "Documentos GRATIS"
          : freeDocuments === 1
            ? "1 documento GRATIS"
            : `${freeDocuments} documentos GRATIS`,
    },
    note: { en: "No credit card needed.", es: "No se necesita tarjeta de crédito." },
    button: { en: "Create your account", es: "Cree su cuenta" },
  },
  who: {
    title: { en: "Who Needs It", es: "Quién lo necesita" },
    text: {
      en: "Anyone who may one day need to show that something existed, and when.",
      es: "Cualquiera que un día pueda tener que demostrar que algo existía, y cuándo.",
    },
    groups: [
      {
        name: { en: "Students", es: "Estudiantes" },
        text: {
          en: "Essays, theses and research notes before they are handed in.",
          es: "Trabajos, tesis y apuntes de investigación antes de entregarlos.",
        },
      },
      {
        name: { en: "Photographers", es: "Fotógrafos" },
        text: {
          en: "Pictures and proofs before they go to a client.",
          es: "Imágenes y pruebas antes de enviarlas a un cliente.",
        },
      },
      {
        name: { en: "Writers and creatives", es: "Escritores y creadores" },
        text: {
          en: "Manuscripts, designs and scripts at every draft.",
          es: "Manuscritos, diseños y guiones en cada versión.",
        },
      },
      {
        name: { en: "Real estate agents", es: "Agentes inmobiliarios" },
        text: {
          en: "Offers, disclosures and condition reports.",
          es: "Ofertas, declaraciones e informes de estado.",
        },
      },
      {
        name: { en: "Small healthcare offices", es: "Pequeñas consultas médicas" },
        text: { en: "Policies, notices and signed forms.", es: "Normas, avisos y formularios firmados." },
      },
      {
        name: { en: "Legal and finance", es: "Derecho y finanzas" },
        text: {
          en: "Statements, letters and working papers.",
          es: "Declaraciones, cartas y documentos de trabajo.",
        },
      },
      {
        name: { en: "Independent contractors", es: "Contratistas independientes" },
        text: {
          en: "Quotes, scopes of work and delivery notes.",
          es: "Presupuestos, alcances de obra y albaranes.",
        },
      },
      {
        name: { en: "Home-school families", es: "Familias que educan en casa" },
        text: {
          en: "Portfolios, attendance and coursework.",
          es: "Portafolios, asistencia y trabajos de curso.",
        },
      },
    ],
  },
  about: {
    title: { en: "About Us", es: "Nosotros" },
    paragraphs: [
      {
        en: `${productName} is a timestamping and validation service for everyday people and creatives. You state that you are the legal owner of a document. We attest that exactly this document existed at this time, and we make that easy to check.`,
        es: `${productName} es un servicio de sello de tiempo y validación para particulares y creadores. Usted declara ser el propietario legal de un documento; nosotros damos fe de que precisamente ese documento existía en ese preciso momento, y hacemos que sea fácil comprobarlo.`,
      },
      {
        en: `The QR code on a certificate is cryptographically linked to the document's timestamp and details: we can tell if the document was changed or the code was forged. We delete originals after ${retentionHours} hours. The record stays.`,
        es: `El código QR de un certificado está vinculado criptográficamente al sello de tiempo y a los datos del documento: podemos saber si el documento fue modificado o si el código es falso. Eliminamos los originales al cabo de ${retentionHours} horas. El registro se queda.`,
      },
      {
        en: "This does not replace a copyright, and the certificate is not a copyright registration. It supports your timeline: the service only validates your claims.",
        es: "Esto no sustituye a los derechos de autor, y el certificado no es un registro de derechos de autor. Respalda su cronología: el servicio solo valida sus declaraciones.",
      },
    ],
  },
  partner: {
    title: { en: "Making music?", es: "¿Hace música?" },
    text: {
      en: `${productName} is a partner of a sister service that validates songs, lyrics and recordings the same way. Write to us on the contact page, and we'll introduce you.`,
      es: `${productName} colabora con un servicio hermano que valida canciones, letras y grabaciones con el mismo espíritu. Escríbanos desde la página de contacto y les presentaremos.`,
    },
    link: {
      en: "Validating music? See our sister music-validation service.",
      es: "¿Quiere validar música? Vea nuestro servicio hermano de validación musical.",
    },
    contact: { en: "Contact us", es: "Contáctenos" },
  },
});
