import type { Messages } from "../messages.ts";

/** The server's messages about collections. */
export const collectionMessages: Messages = {
  "collection-not-found": "Esta colección no existe.",
  "collection-title-required": "Escriba un título para la colección",
  "collection-title-too-long": "Título: use como máximo 100 caracteres",
  "collection-empty": "Elija al menos un archivo.",
  "collection-too-many-files":
    "Una colección admite como máximo 50,000 archivos. Repártalos en varias colecciones.",
  "collection-too-large": "Juntos, los archivos de una colección pueden tener como máximo 8 PiB.",
  "collection-list-too-large":
    "La lista de archivos supera los {megabytes} MB. Reparta los archivos en varias colecciones.",
  "collection-name-invalid":
    "El nombre de un archivo debe ser una ruta dentro de la carpeta elegida, con un máximo de 1024 caracteres y sin caracteres de control.",
  "collection-name-required":
    "Cada archivo necesita un nombre, salvo que usted mantenga privados los nombres.",
  "collection-name-twice": "Dos archivos de una colección no pueden tener el mismo nombre.",
  "collection-names-not-hidden":
    "Eligió mantener privados los nombres de los archivos, pero la lista los contiene.",
  "collection-size-wrong":
    "El tamaño y la huella de un archivo se contradicen: uno de los dos es el de un archivo vacío.",
  "collection-sizes-differ":
    "Los archivos con la misma huella tienen el mismo contenido y no pueden diferir en tamaño.",
  "collection-withdrawn": "El dueño de esta colección la retiró, así que su lista de archivos ya no existe.",
  "file-not-in-collection": "Este archivo no está en la colección.",
};
