import { maxUploadMb } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

const pagesEn = (count: number) => (count === 1 ? "1 page" : `${count} pages`);

const pagesEs = (count: number) => (count === 1 ? "1 página" : `${count} páginas`);

/** Sentences of the page that makes one PDF of photographed pages. */
export const photographedPagesMessages = localizeWhole({
  title: { en: "One PDF of photographed pages", es: "Un PDF de páginas fotografiadas" },
  intro: {
    en: "Photograph each page, drag its four corners to the edges of the paper, and stamp all pages as one document. Your photos stay in this browser: only the finished PDF is uploaded.",
    es: "Fotografíe cada página, arrastre sus cuatro esquinas a los bordes del papel y selle todas las páginas como un solo documento. Sus fotos no salen de este navegador: solo se sube el PDF terminado.",
  },
  back: { en: "Your documents", es: "Sus documentos" },
  photosTitle: { en: "Photos", es: "Fotos" },
  add: {
    drop: { en: "Drop photos of the pages here", es: "Suelte aquí las fotos de las páginas" },
    dropNow: { en: "Drop to add", es: "Suelte para añadir" },
    or: {
      en: (max: number) => `JPEG, PNG or WebP, at most ${max} pages`,
      es: (max: number) => `JPEG, PNG o WebP, ${max} páginas como máximo`,
    },
    choose: { en: "Choose photos", es: "Elegir fotos" },
    more: { en: "Add photos", es: "Añadir fotos" },
    camera: { en: "Take a photo", es: "Tomar una foto" },
    next: { en: "Photograph the next page", es: "Fotografiar la página siguiente" },
    input: { en: "Photos of pages", es: "Fotos de páginas" },
    cameraInput: { en: "Photo of a page", es: "Foto de una página" },
    opening: {
      en: (count: number) => (count === 1 ? "Opening 1 photo…" : `Opening ${count} photos…`),
      es: (count: number) => (count === 1 ? "Abriendo 1 foto…" : `Abriendo ${count} fotos…`),
    },
  },
  refused: {
    title: {
      en: (count: number) => (count === 1 ? "1 file wasn't added:" : `${count} files weren't added:`),
      es: (count: number) => (count === 1 ? "No se añadió 1 archivo:" : `No se añadieron ${count} archivos:`),
    },
    line: {
      en: (name: string, reason: string) => `${name}: ${reason}`,
      es: (name: string, reason: string) => `${name}: ${reason}`,
    },
    more: { en: (count: number) => `and ${count} more`, es: (count: number) => `y ${count} más` },
    tooMany: {
      en: (max: number) => `a PDF can have at most ${max} pages.`,
      es: (max: number) => `un PDF puede tener ${max} páginas como máximo.`,
    },
  },
  problems: {
    changed: {
      en: "it was changed, moved or deleted since you chose it. Please choose it again.",
      es: "se modificó, se movió o se eliminó después de elegirlo. Elíjalo de nuevo.",
    },
    heic: {
      en: "this browser can't open HEIC photos. Please save it as JPEG, or open this page in Safari.",
      es: "este navegador no puede abrir fotos HEIC. Guárdela como JPEG o abra esta página en Safari.",
    },
    unreadable: {
      en: "this browser can't open it. It may be damaged, or not a picture.",
      es: "este navegador no puede abrirlo. Puede estar dañado o no ser una imagen.",
    },
    tooLarge: {
      en: "it has more than 100 megapixels. Please take it again with a lower resolution.",
      es: "tiene más de 100 megapíxeles. Tómela de nuevo con menos resolución.",
    },
    tooManyBytes: {
      en: `it doesn't fit into a PDF of ${maxUploadMb} MB. Please remove some pages.`,
      es: `no cabe en un PDF de ${maxUploadMb} MB. Quite algunas páginas.`,
    },
    failed: {
      en: "this browser couldn't work on it. Please reload this page and try again.",
      es: "este navegador no pudo procesarlo. Recargue esta página y vuelva a intentarlo.",
    },
  },
  editor: {
    title: {
      en: (at: number, of: number) => `Page ${at} of ${of}`,
      es: (at: number, of: number) => `Página ${at} de ${of}`,
    },
    photo: { en: (name: string) => `Photo: ${name}`, es: (name: string) => `Foto: ${name}` },
    found: {
      en: "We marked the paper that we found. Drag a corner that is not quite right, or tap where it belongs.",
      es: "Marcamos el papel que encontramos. Arrastre la esquina que no esté bien, o toque el lugar donde va.",
    },
    notFound: {
      en: "Drag each corner to the edge of the paper, or tap where it belongs.",
      es: "Arrastre cada esquina al borde del papel, o toque el lugar donde va.",
    },
    keys: {
      en: "Arrow keys move a corner too, with Shift farther.",
      es: "Las flechas también mueven una esquina; con Mayús, más lejos.",
    },
    corners: {
      topLeft: { en: "Top left corner", es: "Esquina superior izquierda" },
      topRight: { en: "Top right corner", es: "Esquina superior derecha" },
      bottomRight: { en: "Bottom right corner", es: "Esquina inferior derecha" },
      bottomLeft: { en: "Bottom left corner", es: "Esquina inferior izquierda" },
    },
    place: {
      en: (x: number, y: number) => `${x}% from the left, ${y}% from the top`,
      es: (x: number, y: number) => `A ${x} % de la izquierda y ${y} % de arriba`,
    },
    turn: { en: "Rotate", es: "Girar" },
    find: { en: "Find edges", es: "Buscar bordes" },
    whole: { en: "Whole photo", es: "Foto completa" },
    earlier: { en: "Move earlier", es: "Mover antes" },
    later: { en: "Move later", es: "Mover después" },
    remove: { en: "Remove", es: "Quitar" },
    removed: { en: "Page removed", es: "Página quitada" },
  },
  strip: {
    title: { en: "Pages in order", es: "Páginas en orden" },
    count: { en: pagesEn, es: pagesEs },
    page: {
      en: (at: number, name: string) => `Page ${at}: ${name}`,
      es: (at: number, name: string) => `Página ${at}: ${name}`,
    },
    moved: {
      en: (at: number, of: number) => `The page is now page ${at} of ${of}`,
      es: (at: number, of: number) => `La página es ahora la ${at} de ${of}`,
    },
    hint: {
      en: "You can also drag a page to its place.",
      es: "También puede arrastrar una página a su lugar.",
    },
  },
  form: {
    name: { en: "Name of the document", es: "Nombre del documento" },
    nameHint: {
      en: "Printed on the certificate. Use at most 8 words.",
      es: "Se imprime en el certificado. Use 8 palabras como máximo.",
    },
    defaultName: { en: (day: string) => `Pages of ${day}`, es: (day: string) => `Páginas del ${day}` },
    paper: { en: "Paper size", es: "Tamaño del papel" },
    papers: {
      letter: { en: "Letter", es: "Carta" },
      legal: { en: "Legal", es: "Oficio" },
      a4: { en: "A4", es: "A4" },
      own: { en: "As photographed", es: "Como en la foto" },
    },
    automatic: {
      en: (paper: string) => `Automatic (${paper})`,
      es: (paper: string) => `Automático (${paper})`,
    },
    submit: {
      en: (count: number) => `Make one PDF of ${pagesEn(count)}`,
      es: (count: number) => `Crear un PDF de ${pagesEs(count)}`,
    },
    next: {
      en: "We upload only the PDF. Next, you set up its stamp.",
      es: "Solo subimos el PDF. Después, usted configura su sello.",
    },
  },
  making: {
    title: { en: "Making the PDF", es: "Creando el PDF" },
    page: {
      en: (at: number, of: number) => `Straightening page ${at} of ${of}`,
      es: (at: number, of: number) => `Enderezando la página ${at} de ${of}`,
    },
    failed: { en: "Couldn't make the PDF", es: "No se pudo crear el PDF" },
    failedText: {
      en: "Please check your connection and try again. Your pages are still here.",
      es: "Compruebe su conexión y vuelva a intentarlo. Sus páginas siguen aquí.",
    },
    ofPage: {
      en: (at: number, reason: string) => `Page ${at}: ${reason}`,
      es: (at: number, reason: string) => `Página ${at}: ${reason}`,
    },
  },
  leave: {
    en: "Your pages are not in a document yet. If you leave, you'll have to choose the photos again.",
    es: "Sus páginas todavía no están en un documento. Si sale, tendrá que elegir las fotos otra vez.",
  },
});
