/** The look of the toast for each result of sending an email: only `sent` is a success. */
export const outcomeKinds = { sent: "success", queued: "info", saved: "info" } as const;
