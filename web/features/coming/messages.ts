/** What the pages say whose forms are not open yet. */
export const comingMessages = {
  contact: {
    title: "Contact Us",
    text: "The contact form is not open on this server yet. Until it is, please write to the person or office that gave you this address: they run this server and can see its settings.",
  },
  support: {
    title: "Support",
    text: "Support tickets are not open on this server yet. If a document failed, its row in Recent Documents says why, and a failed document is never counted against your plan.",
  },
  faq: {
    title: "Frequently asked questions",
    text: "What people ask first:",
    questions: [
      {
        question: "What can I upload?",
        answer:
          "PDF, docx, PNG, JPG and JPEG; on the home screen also DOC and TIFF. One file at a time, up to 50 MB.",
      },
      {
        question: "How long does it take?",
        answer: "Most documents are ready within seconds; large ones can take 2-3 minutes.",
      },
      {
        question: "What happens to my original?",
        answer:
          "It is deleted after 48 hours. Its fingerprint (SHA-256) stays in the record, so that anyone who has the file can still prove it is the same.",
      },
      {
        question: "Is the certificate a copyright registration?",
        answer:
          "No. It supports a timeline: it attests that this document existed at this time and what you stated about it.",
      },
      {
        question: "How does somebody check my document?",
        answer:
          "They scan the QR code on the certificate, or drop the file on its verification page. The file is compared in their own browser and is not uploaded.",
      },
    ],
  },
  admin: {
    title: "Admin Portal",
    text: "The admin portal is not open on this server yet. Accounts can be managed with the commands of the server program.",
    deniedTitle: "Access Denied",
    denied: "You do not have administrator privileges to access this page.",
  },
  home: "Home",
} as const;
