import type { Sentences } from "../sentences.ts";

/** Notes about changes made to stamped files. */
export const documentSentences: Sentences = {
  "The original is a Word document; it was converted to PDF to be stamped.":
    "El original es un documento de Word; se convirtió en PDF para sellarlo.",

  "This JPEG could not be carried over as it is, so its picture was encoded again at high quality; colors may differ slightly from the original's.":
    "Este JPEG no se pudo trasladar tal cual, por lo que su imagen se codificó de nuevo con alta calidad; los colores pueden diferir ligeramente de los del original.",
  "The TIFF was turned into a PDF with a page for each of its pictures.":
    "El TIFF se convirtió en un PDF con una página por cada una de sus imágenes.",
  "Photographs in the TIFF that were JPEG were encoded again at high quality.":
    "Las fotografías del TIFF que eran JPEG se codificaron de nuevo con alta calidad.",
  "The TIFF holds floating-point numbers; the stamped copy shows them as 65,536 shades of each color.":
    "El TIFF contiene números de coma flotante; la copia sellada los muestra con 65 536 tonos por color.",
  "The animation was left out; the stamped copy shows the picture's first frame.":
    "Se omitió la animación; la copia sellada muestra el primer fotograma de la imagen.",

  "This signed PDF was damaged. Its bytes are unchanged at the beginning of the stamped copy; a new list of its objects follows them.":
    "Este PDF firmado estaba dañado. Sus bytes están sin cambios al principio de la copia sellada; los sigue una nueva lista de sus objetos.",
  "This PDF says that it has more pages ({announced}) than it lists ({found}); those that it lists were stamped.":
    "Este PDF dice que tiene más páginas ({announced}) de las que enumera ({found}); se sellaron las que enumera.",
  "Scripts and automatic actions were removed from the stamped copy.":
    "Se quitaron de la copia sellada los scripts y las acciones automáticas.",
  "Links that lead to files or programs instead of the web were removed from the stamped copy.":
    "Se quitaron de la copia sellada los enlaces que llevan a archivos o programas en lugar de a la web.",
  "Buttons and links that hide or show parts of the pages were switched off in the stamped copy.":
    "En la copia sellada se desactivaron los botones y enlaces que ocultan o muestran partes de las páginas.",
  "Movies, sounds and 3D views were removed from the stamped copy; the pictures in their place stay.":
    "Se quitaron de la copia sellada los vídeos, sonidos y vistas 3D; quedan las imágenes que hay en su lugar.",
  "Parts of the pages that would come from other files or servers were cut off in the stamped copy.":
    "En la copia sellada se suprimieron las partes de las páginas que vendrían de otros archivos o servidores.",
  "Pictures of this PDF had other versions for printing; the stamped copy prints the ones on screen.":
    "Algunas imágenes de este PDF tenían otra versión para imprimir; la copia sellada imprime la de la pantalla.",
  "This PDF was a collection that opens with its attached files; the stamped copy opens with its pages, and the files stay attached.":
    "Este PDF era una colección que se abre por sus archivos adjuntos; la copia sellada se abre por sus páginas y los archivos siguen adjuntos.",
  "Layers, buttons, media or attached files of this signed PDF can change what programs show; removing them would break the signature.":
    "Las capas, los botones, los contenidos multimedia o los archivos adjuntos de este PDF firmado pueden cambiar lo que muestran los programas; quitarlos rompería la firma.",
  "Layers of this PDF would look different on screen, in print or in other programs; the stamped copy always shows them as on screen.":
    "Las capas de este PDF se verían distintas en pantalla, al imprimir o en otros programas; la copia sellada las muestra siempre como en pantalla.",
  "The fields of this form were filled in; in the stamped copy they are part of the page, so that every program shows the same, and cannot be changed.":
    "Los campos de este formulario estaban rellenados; en la copia sellada forman parte de la página, para que todos los programas muestren lo mismo, y no se pueden cambiar.",
  "Some fields of this form held other values than the ones drawn for them; the stamped copy shows the values that the fields held.":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra los valores que contenían.",
  "Some fields of this form held other values than the ones drawn for them; the stamped copy shows what was drawn.":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra lo dibujado.",
  "Notes or drawings of this PDF would show only on screen or only in print; the stamped copy shows and prints what was on screen.":
    "Algunas notas o dibujos de este PDF solo se verían en pantalla o solo al imprimir; la copia sellada muestra e imprime lo que había en pantalla.",
  "Parts of this PDF contradict each other or are incomplete, so that programs would show different content; the stamped copy looks the same in all of them.":
    "Partes de este PDF se contradicen o están incompletas, por lo que los programas mostrarían contenidos distintos; la copia sellada se ve igual en todos.",
  "Parts of this signed PDF contradict each other or are incomplete, so that programs may show different content; settling them would break the signature.":
    "Partes de este PDF firmado se contradicen o están incompletas, por lo que los programas pueden mostrar contenidos distintos; corregirlas rompería la firma.",
  "Some pages of this PDF do not say clearly which part of them is shown and how they are turned; the stamped copy shows them alike in all programs.":
    "Algunas páginas de este PDF no indican claramente qué parte se muestra ni cómo están giradas; la copia sellada las muestra igual en todos los programas.",
  "Notes or drawings of this PDF had no complete picture, so that programs would show them differently; the stamped copy shows them alike in all of them.":
    "Notas o dibujos de este PDF no tenían una imagen completa, por lo que los programas los mostrarían de forma distinta; la copia sellada los muestra igual en todos.",
  "Some fields of this form had no picture of the choices they offer; the stamped copy shows them in every program.":
    "Algunos campos de este formulario no tenían imagen de las opciones que ofrecen; la copia sellada las muestra en todos los programas.",
  "Links or pop-up notes of this PDF had pictures that only some programs show; the stamped copy leaves them out.":
    "Enlaces o notas emergentes de este PDF tenían imágenes que solo algunos programas muestran; la copia sellada las omite.",
  "Programs may show different values in fields of this signed form; settling them would break the signature.":
    "Los programas pueden mostrar valores distintos en campos de este formulario firmado; fijarlos rompería la firma.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because another file was hidden behind the PDF; it was removed.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque detrás del PDF se ocultaba otro archivo; se quitó.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba dañado y hubo que repararlo.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was encrypted to restrict its use; the copy is not encrypted and has no such restrictions.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba cifrado para restringir su uso; la copia no está cifrada ni tiene esas restricciones.",
  "This document was already signed; the stamp was added as a separate layer and the signature stays valid.":
    "Este documento ya estaba firmado; el sello se añadió como una capa aparte y la firma sigue siendo válida.",
  "This document carries a signature that was incomplete already before it was stamped; nothing can be checked by it.":
    "Este documento lleva una firma que ya estaba incompleta antes de sellarlo; con ella no se puede comprobar nada.",
  "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.":
    "Los derechos de uso especiales que este PDF concedía en Adobe Reader no valen para la copia sellada.",
  "The chosen place was not free on every page. The stamp is at the right edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde derecho de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the left edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde izquierdo de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde superior de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde inferior de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top right of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la derecha de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top left of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la izquierda de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom right of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la derecha de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom left of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la izquierda de la página {pages}.",
  "There was no free place for the stamp. It covers a part of what is on page {pages}.":
    "No había ningún lugar libre para el sello. Cubre una parte de lo que hay en la página {pages}.",
  "There was too much content to look for a free place. The stamp may cover a part of what is on page {pages}.":
    "Había demasiado contenido para buscar un lugar libre. Puede que el sello cubra una parte de lo que hay en la página {pages}.",
  "A picture fills the whole page, and the stamp lies on the picture. This is so on page {pages}.":
    "Una imagen llena toda la página y el sello está sobre la imagen. Es así en la página {pages}.",
};
