import { localize } from "./localize.ts";

/** Sentences of buttons that copy or share a text. */
export const copyingMessages = localize({
  copied: { en: "Copied", es: "Copiado" },
  paste: { en: "Paste it wherever you like.", es: "Péguelo donde quiera." },
  failed: { en: "Please copy it yourself", es: "Cópielo a mano" },
  failedText: {
    en: "This browser doesn't let pages copy text. We've selected it for you.",
    es: "Este navegador no permite copiar a las páginas. El texto ya está seleccionado.",
  },
  share: { en: "Share", es: "Compartir" },
  notShared: { en: "Not shared", es: "No compartido" },
});
