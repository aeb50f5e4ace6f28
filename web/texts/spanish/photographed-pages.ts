import { maxUploadMb } from "../../environment/server-settings.ts";
import type { photographedPages as english } from "../english/photographed-pages.ts";

const pages = (count: number) => (count === 1 ? "1 página" : `${count} páginas`);

export const photographedPages: typeof english = {
  title: "Un PDF de páginas fotografiadas",
  intro:
    "Fotografíe cada página, arrastre sus cuatro esquinas a los bordes del papel y selle todas las páginas como un solo documento. Sus fotos no salen de este navegador: solo se sube el PDF terminado.",
  back: "Sus documentos",
  photosTitle: "Fotos",
  add: {
    drop: "Suelte aquí las fotos de las páginas",
    dropNow: "Suelte para añadir",
    or: (max) => `JPEG, PNG o WebP, ${max} páginas como máximo`,
    choose: "Elegir fotos",
    more: "Añadir fotos",
    camera: "Tomar una foto",
    next: "Fotografiar la página siguiente",
    input: "Fotos de páginas",
    cameraInput: "Foto de una página",
    opening: (count) => (count === 1 ? "Abriendo 1 foto…" : `Abriendo ${count} fotos…`),
  },
  refused: {
    title: (count) => (count === 1 ? "No se añadió 1 archivo:" : `No se añadieron ${count} archivos:`),
    line: (name, reason) => `${name}: ${reason}`,
    more: (count) => `y ${count} más`,
    tooMany: (max) => `un PDF puede tener ${max} páginas como máximo.`,
  },
  problems: {
    changed: "se modificó, se movió o se eliminó después de elegirlo. Elíjalo de nuevo.",
    heic: "este navegador no puede abrir fotos HEIC. Guárdela como JPEG o abra esta página en Safari.",
    unreadable: "este navegador no puede abrirlo. Puede estar dañado o no ser una imagen.",
    tooLarge: "tiene más de 100 megapíxeles. Tómela de nuevo con menos resolución.",
    tooManyBytes: `no cabe en un PDF de ${maxUploadMb} MB. Quite algunas páginas.`,
    failed: "este navegador no pudo procesarlo. Recargue esta página y vuelva a intentarlo.",
  },
  editor: {
    title: (at, of) => `Página ${at} de ${of}`,
    photo: (name) => `Foto: ${name}`,
    found:
      "Marcamos el papel que encontramos. Arrastre la esquina que no esté bien, o toque el lugar donde va.",
    notFound: "Arrastre cada esquina al borde del papel, o toque el lugar donde va.",
    keys: "Las flechas también mueven una esquina; con Mayús, más lejos.",
    corners: {
      topLeft: "Esquina superior izquierda",
      topRight: "Esquina superior derecha",
      bottomRight: "Esquina inferior derecha",
      bottomLeft: "Esquina inferior izquierda",
    },
    place: (x, y) => `A ${x} % de la izquierda y ${y} % de arriba`,
    turn: "Girar",
    find: "Buscar bordes",
    whole: "Foto completa",
    earlier: "Mover antes",
    later: "Mover después",
    remove: "Quitar",
    removed: "Página quitada",
  },
  strip: {
    title: "Páginas en orden",
    count: pages,
    page: (at, name) => `Página ${at}: ${name}`,
    moved: (at, of) => `La página es ahora la ${at} de ${of}`,
    hint: "También puede arrastrar una página a su lugar.",
  },
  form: {
    name: "Nombre del documento",
    nameHint: "Se imprime en el certificado. Use 8 palabras como máximo.",
    defaultName: (day) => `Páginas del ${day}`,
    paper: "Tamaño del papel",
    papers: { letter: "Carta", legal: "Oficio", a4: "A4", own: "Como en la foto" },
    automatic: (paper) => `Automático (${paper})`,
    submit: (count) => `Crear un PDF de ${pages(count)}`,
    next: "Solo subimos el PDF. Después, usted configura su sello.",
  },
  making: {
    title: "Creando el PDF",
    page: (at, of) => `Enderezando la página ${at} de ${of}`,
    failed: "No se pudo crear el PDF",
    failedText: "Compruebe su conexión y vuelva a intentarlo. Sus páginas siguen aquí.",
    ofPage: (at, reason) => `Página ${at}: ${reason}`,
  },
  leave: "Sus páginas todavía no están en un documento. Si sale, tendrá que elegir las fotos otra vez.",
};
