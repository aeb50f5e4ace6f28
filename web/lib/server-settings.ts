type ServerSettings = {
  productName: string;
  maxUploadMb: number;
  retentionHours: number;
  /** Whether visitors may open accounts. */
  signupOpen: boolean;
  /** Whether mails leave this server; otherwise its operator finds them in a folder. */
  sendsMail: boolean;
  /** Whether anything can be paid here. */
  paymentsOpen: boolean;
  /** Whether a free credit may pay for a document, when its owner asks for it. */
  creditsPay: boolean;
  /** Whether the browser had no session when it asked for the page. */
  isVisitor: boolean;
  /** Whether the server drew the record of a serial number into the page, and gave it along (first-data.ts). */
  isConfirmed: boolean;
};

const defaults: ServerSettings = {
  productName: "Attestamp",
  maxUploadMb: 50,
  retentionHours: 48,
  signupOpen: true,
  sendsMail: true,
  paymentsOpen: true,
  creditsPay: false,
  isVisitor: false,
  isConfirmed: false,
};

/** What the operator set, as the server wrote it into the page (src/server/http/page-settings.ts). */
export const {
  productName,
  maxUploadMb,
  retentionHours,
  signupOpen,
  sendsMail,
  paymentsOpen,
  creditsPay,
  isVisitor,
  isConfirmed,
}: ServerSettings = readSettings();

function readSettings(): ServerSettings {
  if (typeof document === "undefined") return defaults;
  const written = document.querySelector<HTMLMetaElement>('meta[name="server-settings"]')?.content;
  return written ? { ...defaults, ...JSON.parse(written) } : defaults;
}
