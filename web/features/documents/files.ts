/** Addresses of a document's files, as the documented calls name them. */
export const fileAddress = {
  stamped: (id: string) => `/api/documents/${encodeURIComponent(id)}/download`,
  certificate: (id: string) => `/api/documents/${encodeURIComponent(id)}/certificate`,
  preview: (id: string) => `/api/documents/${encodeURIComponent(id)}/preview`,
} as const;
