import { productName, retentionHours, sendsMail } from "../../environment/server-settings.ts";

/** Sentences of the contact page. Errors that the server also returns are in support.schema.ts. */
export const contact = {
  title: "Contact Us",
  intro: sendsMail
    ? "Have a question, an idea or a problem? Write to us. You don't need an account."
    : "Have a question, an idea or a problem? Write to us. This site can't send email yet: to reply, we have to write to you from a mailbox of our own. With an account, you'll find our reply in My Tickets.",
  home: "Home",
  form: {
    title: "Send a message",
    name: "Name",
    email: "Email",
    subject: "Subject",
    message: "Message",
    submit: "Send message",
    pending: "Sending…",
    done: "Message sent!",
    doneText: "We'll get back to you as soon as possible.",
    failed: "Message not sent",
    fallback: "Failed to send message. Please try again.",
  },
  sent: {
    title: "Thank you. We got your message.",
    text: (email: string) =>
      sendsMail
        ? `We'll email you at ${email} as soon as possible.`
        : `We keep it for the people who run this site. They'll have to write to ${email} from a mailbox of their own, since this site can't send email yet.`,
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
