import { productName, retentionHours } from "../../lib/server-settings.ts";

/** Every sentence of the contact page. Refusals the server gives too stand in support.schema.ts. */
export const contact = {
  title: "Contact Us",
  intro: "A question, a wish, a problem? Write to us. You need no account.",
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
    title: "Thank you. Your message is with us.",
    text: (email: string) => `We'll get back to you as soon as possible, by e-mail to ${email}.`,
    again: "Send Another Message",
  },
  about: {
    title: `About ${productName}`,
    paragraphs: [
      `${productName} is a timestamping and validation service for everyday people and creatives. You upload a document and get back a stamped copy and a Certificate of Attestation that anyone can check.`,
      `It does not replace a copyright: the service only validates your claims at a point in time. Originals are deleted after ${retentionHours} hours.`,
    ],
  },
};
