/** Addresses of a document's files, as the documented calls name them. */
export const fileAddress = {
  stamped: (id: string) => `/api/documents/${encodeURIComponent(id)}/download`,
  /** The same file under the name it has in the history. */
  stampedFromHistory: (id: string) => `${fileAddress.stamped(id)}?from=history`,
  certificate: (id: string) => `/api/documents/${encodeURIComponent(id)}/certificate`,
  evidence: (id: string) => `/api/documents/${encodeURIComponent(id)}/evidence`,
  preview: (id: string) => `/api/documents/${encodeURIComponent(id)}/preview`,
  /** The preview without the side bar of the browser's PDF viewer, on the page's width. */
  framedPreview: (id: string) => `${fileAddress.preview(id)}#navpanes=0&view=FitH`,
};
