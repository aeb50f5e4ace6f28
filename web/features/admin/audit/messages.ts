/** Every sentence of the audit log. */
export const auditMessages = {
  title: "Audit log",
  intro: "Who did what with administrator rights, the newest first.",
  none: "Nothing was done yet.",
  older: "Show older entries",
} as const;
