import { plans } from "../../../../src/billing/plans.ts";
import { formatCents } from "../../billing/price.ts";
import type { Question } from "../faq.ts";

const category = "billing";
const { trial, payper, smallbundle, bundle, unlimited } = plans;

export const billingQuestions: Question[] = [
  {
    category,
    question: "What is free, and what does it cost after that?",
    answer: `Every new account has ${trial.documentLimit} documents free, each with its certificate, without a credit card. After that: ${payper.name}, ${formatCents(payper.price)} for one document; ${smallbundle.name}, ${formatCents(smallbundle.price)} for ${smallbundle.documentLimit} documents; ${bundle.name}, ${formatCents(bundle.price)} for ${bundle.documentLimit} documents; ${unlimited.name}, ${formatCents(unlimited.price)} a month without a limit. Where a plan says “+ applicable taxes”, taxes are added. Checking documents is free for everybody and needs no account.`,
  },
  {
    category,
    question: "How can I pay?",
    answer:
      "With a credit card, a debit card or Cash App Pay, where this server has payments switched on. The payment is made with Stripe: your card number goes from your browser to Stripe and never to us.",
  },
  {
    category,
    question: "What counts as a document? Does one that failed?",
    answer:
      "A stamp that was made. A document that failed counts nothing: its stamp goes back to your plan, and its row in Recent Documents says why it failed. Uploading, downloading and checking count nothing either. Deleting a document gives no stamp back.",
  },
  {
    category,
    question: "What are free credits good for?",
    answer:
      "They come from referrals or from our support, and your subscription status shows them. They do not raise the limit of your plan, and they are never used up by themselves. Where this server allows it, the payment dialog offers to use one of them for a document; elsewhere they are shown only.",
  },
  {
    category,
    question: "Can I get a refund?",
    answer:
      "There is no automatic refund: a person decides, and we answer within 12 hours. Choose Billing & Plans on the Support page and tell us the serial number or the day of the payment. A document that was paid and then failed stays paid: process it again and nothing more is charged.",
  },
];
