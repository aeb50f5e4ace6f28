/** Jane's questions, one for each status of a ticket. */
export const tickets = [
  {
    subject: "Certificate for a photograph",
    message: "Can the certificate of a photograph be printed in landscape?",
    category: "general",
    status: "open",
  },
  {
    subject: "Urgent: two stamps on one page",
    message: "The first page of my lease shows the stamp twice. I need it urgently.",
    category: "technical",
    status: "in_progress",
  },
  {
    subject: "Receipt for the last payment",
    message: "Where can I find a receipt for the document I paid for?",
    category: "billing",
    status: "resolved",
    resolution: "The receipt is in the mail that was sent right after the payment.",
  },
  {
    subject: "A question asked twice",
    message: "I have asked this before, please close this one.",
    category: "general",
    status: "closed",
  },
] as const;
