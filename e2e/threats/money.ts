import type { Threat } from "./threat.ts";

const planUse = "src/documents/plan-use.test.ts";
const moments = "src/documents/crash-moments.test.ts";
const payment = "src/billing/document-payment.test.ts";
const purchases = "src/billing/purchases.test.ts";
const events = "src/billing/stripe-events.test.ts";
const subscriptions = "src/billing/subscriptions.test.ts";
const down = "src/billing/payments-down.test.ts";
const freeStamps = "src/billing/free-stamps.test.ts";
const referrals = "src/referrals/referrals.test.ts";

/** H: money and quotas. */
export const money: Threat[] = [
  {
    id: "H1",
    threat: "a hundred calls at the same moment get more stamps than there are",
    expected: "exactly those of the plan; the others are asked to pay",
    tests: [
      { file: planUse, name: "a hundred calls at once get exactly the three free documents" },
      { file: planUse, name: "the trial is three documents; the fourth has to be paid" },
    ],
  },
  {
    id: "H2",
    threat: "one document is processed twice at once",
    expected: "one serial number, one stamp taken",
    tests: [
      {
        file: planUse,
        name: "fifty calls for one document make one stamp, and take one from the plan",
      },
    ],
  },
  {
    id: "H3",
    threat: "a failed document costs a stamp, or gives back two",
    expected: "given back once, also when the server or its child dies",
    tests: [
      {
        file: planUse,
        name: "a document that fails gives its stamp back, once, and may be tried again",
      },
      {
        file: "src/documents/crash.test.ts",
        name: "a child that crashes over a document costs that document alone, and its stamp is given back",
      },
      { file: moments, name: "a job that dies at its … is done again …" },
      {
        file: moments,
        name: "a document whose server dies … has failed after the next start, and its stamp is given back once",
      },
    ],
  },
  {
    id: "H4",
    threat: "documents are deleted to get their stamps back",
    expected: "stamps made are counted, not documents",
    tests: [{ file: planUse, name: "deleting documents gives nothing back" }],
  },
  {
    id: "H5",
    threat: "a payment is said to be complete that was never made",
    expected:
      "402 without a payment, with one begun, declined, under way or called off; the document stays unpaid",
    tests: [
      {
        file: payment,
        name: "spec 7 complete-document-payment: nothing is accepted without a payment, nor with one that has not arrived",
      },
      {
        file: payment,
        name: "a payment that was called off at Stripe is not accepted, and can be begun anew",
      },
    ],
  },
  {
    id: "H6",
    threat: "a cheap, borrowed or used payment is brought",
    expected:
      "it counts once, for the purchase it was made for: user, document, plan, amount, currency and mode as the server set them",
    tests: [
      {
        file: purchases,
        name: "a payment of another purchase, user, document, plan, amount, currency or mode does not",
      },
      { file: payment, name: "nobody can use the payment of another person or of another document" },
      { file: payment, name: "a payment that was changed at Stripe is not accepted" },
      { file: payment, name: "a hundred process calls after one payment make one stamp" },
    ],
  },
  {
    id: "H7",
    threat: "the caller sets the price",
    expected: "the server does, whatever the body says",
    tests: [
      {
        file: payment,
        name: "spec 3 payment setup: clientSecret and an amount in cents that is the server's, whatever the caller sends",
      },
    ],
  },
  {
    id: "H8",
    threat: "two clicks make two payments",
    expected: "one open payment for a document, also when an answer of Stripe was lost",
    tests: [
      { file: payment, name: "two calls at once, and every later one, get the same payment" },
      { file: payment, name: "an answer of Stripe that is lost on its way makes no second payment" },
      {
        file: subscriptions,
        name: "choosing twice at once, or again before paying, makes one subscription",
      },
    ],
  },
  {
    id: "H9",
    threat: "an event of Stripe is forged, changed or old",
    expected: "believed only with a fresh signature over its very bytes; without a secret none is",
    tests: [
      { file: events, name: "an event is believed only with a fresh signature over exactly its bytes" },
      { file: events, name: "without a secret no event is accepted at all" },
      {
        file: events,
        name: "whatever is signed is taken and ignored, or refused: never an error of ours",
      },
    ],
  },
  {
    id: "H10",
    threat: "events come twice, at once or in the wrong order",
    expected: "one effect, and the state that Stripe itself tells",
    tests: [
      { file: events, name: "twenty copies at the same time have one effect" },
      {
        file: events,
        name: "before the browser's call, after it, and twenty times over: one payment, one stamp",
      },
      { file: subscriptions, name: "ended at Stripe, it ends here, in whatever order the news arrive" },
    ],
  },
  {
    id: "H11",
    threat: "the browser is gone after the payment",
    expected: "the event alone unlocks the document; without it the next process call does",
    tests: [
      { file: events, name: "the event alone unlocks the document when the browser is gone" },
      {
        file: payment,
        name: "a browser that is gone after the payment loses nothing: the next process call finds it",
      },
    ],
  },
  {
    id: "H12",
    threat: "money goes back and its stamps are used all the same",
    expected: "a refunded or disputed payment gives no further stamp and is marked; what is stamped stays",
    tests: [
      {
        file: events,
        name: "money that went back pays for nothing more; what is stamped stays stamped",
      },
      { file: events, name: "a disputed payment pays for nothing until the dispute is won" },
      {
        file: events,
        name: "a bundle that is refunded takes back what was not used of it, and what was used counts against no later one",
      },
    ],
  },
  {
    id: "H13",
    threat: "a plan is chosen that is not sold, or the trial again and again",
    expected:
      "the plans of the catalogue alone; the trial gives nothing twice and stands behind an active plan",
    tests: [
      { file: subscriptions, name: "only plans of the catalogue can be chosen" },
      {
        file: subscriptions,
        name: "spec 2 subscription page: the trial is taken at once, not while a plan is active, and gives nothing twice",
      },
    ],
  },
  {
    id: "H14",
    threat: "Stripe is away, silent or not set up",
    expected:
      "a sentence after ten seconds of patience; nobody else waits; without keys all but paying works",
    tests: [
      {
        file: down,
        name: "a payment service that is silent is answered for after its patience of ten seconds, and nobody else waits",
      },
      { file: down, name: "without keys everything works but paying, which says so" },
      { file: down, name: "keys that Stripe refuses are no fault of the user's" },
    ],
  },
  {
    id: "H15",
    threat: "referral codes are used on oneself, twice, in a circle, late or by guessing",
    expected:
      "once in an account's life, in its first 30 days, of somebody else who is there and was not referred by one; both get credits or neither, when the newcomer has stamped or bought; ten tries an hour",
    tests: [
      { file: referrals, name: "nobody earns by referring themselves" },
      { file: referrals, name: "two people cannot refer each other" },
      { file: referrals, name: "an account applies one code in its life" },
      { file: referrals, name: "of twenty applications at once one counts" },
      { file: referrals, name: "the code of a deleted user is refused" },
      { file: referrals, name: "an account that is older than 30 days applies no code any more" },
      {
        file: referrals,
        name: "spec 5 referral apply: the code is trimmed and uppercased; look-alike letters count as their digits",
      },
      {
        file: referrals,
        name: "spec 5 referral apply: an empty code is refused with 'Please enter a referral code'",
      },
      {
        file: referrals,
        name: "spec 5 referral apply: 21 characters are refused, an unknown code of 20 too",
      },
      {
        file: referrals,
        name: "codes cannot be guessed: the eleventh try of an account within an hour has to wait",
      },
    ],
  },
  {
    id: "H16",
    threat: "one person opens many accounts to refer themselves",
    expected:
      "referrals have no limit, but each is logged with its address; the second of a network address needs a mailbox of its own, one of a known browser or mailbox a purchase; from the eleventh account of an address in a day the free stamps wait; credits buy nothing unless the operator allows it",
    tests: [
      {
        file: referrals,
        name: "accounts of one network address count as one person until they confirm an address of their own",
      },
      {
        file: referrals,
        name: "a browser that signed in to the referrer's account, or to one that was referred, is nobody new",
      },
      { file: referrals, name: "a document that failed is no first stamp" },
      {
        file: referrals,
        name: "nothing of a network address is kept with an account, and in the counters only a keyed hash",
      },
      {
        file: "src/billing/referral-credits.test.ts",
        name: "a purchase is proof enough, also for somebody who seemed to be known",
      },
      {
        file: freeStamps,
        name: "from the eleventh account of an address in a day the free documents wait for a day, and a sentence says so",
      },
      { file: freeStamps, name: "an IPv6 subscriber is one address, and another address has its own ten" },
      {
        file: freeStamps,
        name: "a confirmed address opens the free documents at once, and those of one account",
      },
      {
        file: referrals,
        name: "every referral is logged with both accounts and the address, so that farms of accounts show",
      },
      {
        file: "src/limits.test.ts",
        name: "a class room of sixty registers from one address; the sixty-first waits",
      },
      {
        file: "src/http/every-route.test.ts",
        name: "every limit of the table is counted by its route, and refuses who goes on, with the time to wait",
      },
      {
        file: payment,
        name: "spec 2 admin: free credits bypass no limit unless the operator allows it",
      },
    ],
  },
];
