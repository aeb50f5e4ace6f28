import { productName, retentionHours } from "../../environment/server-settings.ts";

/** Sentences of the contact page. Errors that the server also returns are in support.schema.ts. */
export const contact = {
  title: "Contact Us",
  intro: "Have a question, an idea or a problem? Write to us. You don't need an account.",
  home: "Home",
  form: {
    title: "Send a message",
    name: "Name",
    email: "Email",
    subject: "Subject",
    message: "Message",
    submit: "Send message",
    pending: "Sending...",
    done: "Message sent!",
    doneText: "We'll get back to you as soon as possible.",
    failed: "Message not sent",
    fallback: "Failed to send message. Please try again.",
  },
  sent: {
    title: "Thank you. We got your message.",
    text: (email: string) => `We'll email you at ${email} as soon as possible.`,
    again: "Send Another Message",
  },
  about: {
    title: `About ${productName}`,
    paragraphs: [
      `${productName} is a timestamping and validation service for everyday people and creatives. Upload a document, and get back a stamped copy and a Certificate of Attestation that anyone can check.`,
      `It does not replace a copyright: the service only validates your claims at a point in time. We delete originals after ${retentionHours} hours.`,
    ],
  },
};
