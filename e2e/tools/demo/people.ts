/** The accounts of the demo; their passwords are printed and shown on its page. */
export type Person = {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string;
};

export const admin = { username: "admin", password: "demo-administrator" };

/** Has used up the free plan, with one document to be paid for, tickets and a referral code. */
export const jane: Person = {
  username: "jane",
  password: "demo-jane",
  firstName: "Jane",
  lastName: "Doe",
  email: "jane@example.org",
};

/** Jane's document that is waiting for payment. */
export const unpaidName = "Contract of sale.pdf";

/** Has a subscription and an office, and registered with Jane's referral code. */
export const omar: Person = {
  username: "omar",
  password: "demo-omar",
  firstName: "Omar",
  lastName: "Haddad",
  email: "omar@example.org",
};

/** Has a document that stays in progress as long as the demo runs: the page shows that first. */
export const ravi: Person = {
  username: "ravi",
  password: "demo-ravi",
  firstName: "Ravi",
  lastName: "Nair",
  email: "ravi@example.org",
};

/** Omar's office, of which Mei is a member. */
export const officeName = "Haddad & Lin Architects";

/** Registered with Jane's code, joined Omar's office, and has done nothing yet. */
export const mei: Person = {
  username: "mei",
  password: "demo-mei",
  firstName: "Mei",
  lastName: "Lin",
  email: "mei@example.org",
};
