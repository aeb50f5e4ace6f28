import type { Catalog } from "../catalog.ts";

export const copying: Catalog["copying"] = {
  copied: "Copiado",
  paste: "Péguelo donde quiera.",
  failed: "Cópielo a mano",
  failedText: "Este navegador no permite copiar a las páginas. El texto ya está seleccionado.",
  share: "Compartir",
  notShared: "No compartido",
};
