type ServerSettings = { productName: string; maxUploadMb: number; retentionHours: number };

const defaults: ServerSettings = { productName: "Attestamp", maxUploadMb: 50, retentionHours: 48 };

/** What the operator set, as the server wrote it into the page (src/http/page-settings.ts). */
export const { productName, maxUploadMb, retentionHours }: ServerSettings = readSettings();

function readSettings(): ServerSettings {
  if (typeof document === "undefined") return defaults;
  const written = document.querySelector<HTMLMetaElement>('meta[name="server-settings"]')?.content;
  return written ? { ...defaults, ...JSON.parse(written) } : defaults;
}
