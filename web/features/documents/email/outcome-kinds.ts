/** How the toast looks that tells what became of a mail: only one that was sent is a success. */
export const outcomeKinds = { sent: "success", queued: "info", saved: "info" } as const;
