import { expect, test } from "bun:test";
import { registerSchema } from "./accounts.schema.ts";
import {
  cleanPersonalName,
  type PersonalNameIssue,
  personalNameIssue,
  usernameIssue,
} from "./names.schema.ts";

const goodNames = [
  "Jane",
  "O'Brien-Smith",
  "O’Neill, Jr.",
  "John III",
  "Henry 2nd",
  "Zoë",
  "Anna K:son",
  "Gal·la",
  "At-Turki",
  "Nguyễn Thị Minh Khai",
  "Müller",
  "Дмитрий",
  "Ιωάννης",
  "علی‌رضا",
  "مُحَمَّد",
  "דָּוִד",
  "श्रीनिवास",
  "ශ්‍රී",
  "สมชาย",
  "张伟",
  "葛󠄀城",
  "ジョン・スミス",
  "김철수",
  "Ann ❤️",
  "Ann 👩🏽‍💻",
  "J.R. Smith",
  "J.R.R.Tolkien",
  "St. John",
  "St.John",
  "Md.Rahman",
  "Dr. Ng",
  "A.B.",
  "Mary-Jane O'Neil",
  "Ramasamy A/L Muthu",
  "Comstock",
];

test.each(goodNames)("%p is a valid name", (name) => {
  expect(personalNameIssue(name)).toBeUndefined();
  expect(cleanPersonalName(name)).toBe(name);
});

test.each<[name: string, issue: PersonalNameIssue, cleaned: string]>([
  ["Jane\nThis is a sentence", "hiddenCharacters", "Jane This is a sentence"],
  ["Jane\u2028Doe", "hiddenCharacters", "Jane Doe"],
  ["Jane\u0000", "hiddenCharacters", "Jane"],
  ["\u202eenaJ", "hiddenCharacters", "enaJ"],
  ["Ja\u200bne", "hiddenCharacters", "Jane"],
  ["Ja\u200dne", "hiddenCharacters", "Jane"],
  ["Ja\u00adne", "hiddenCharacters", "Jane"],
  ["Jane\ud83d", "hiddenCharacters", "Jane"],
  ["\u200b", "hiddenCharacters", ""],
  ["\u3164", "hiddenCharacters", ""],
  ["\u2800", "hiddenCharacters", ""],
  [`Ja${"\u0323".repeat(9)}ne`, "tooManyMarks", `Ja${"\u0323".repeat(8)}ne`],
  ["...", "noLetter", ""],
  ["Doe · Serial", "separator", "Doe Serial"],
  ["Doe • Serial", "separator", "Doe Serial"],
  ["Doe ・ Serial", "separator", "Doe Serial"],
  ["Doe AT-00000-00000-00000-00000", "serialNumber", "Doe"],
  ["Doe at‐abcde‐fghjk‐mnpqr‐stvwx", "serialNumber", "Doe"],
  ["Doe ＡＴ-７Ｋ2M9", "serialNumber", "Doe"],
  ["Doe 2015-01-01", "time", "Doe --"],
  ["Doe 9:30 UTC", "time", "Doe : UTC"],
  ["Doe ２０１５", "time", "Doe"],
  ["Doe ٢٠١٥", "time", "Doe"],
])("%p is refused as a name, and cleaned where it is already stored", (name, issue, cleaned) => {
  expect(personalNameIssue(name)).toBe(issue);
  expect(cleanPersonalName(name)).toBe(cleaned);
});

test.each([
  ...["bit.ly/abc", "Ann evil.com", "ann@evil.example", "@ann", "EVIL.Com", "ｅｖｉｌ．ｃｏｍ", "evil․com"],
  ...["evil。com", "//evil", "http://evil", "www.evil", "t.co", "evil.co.uk/x", "evil.xn--p1ai", "почта.рф"],
])(
  "%p is refused as a new name, since mail programs turn it into a link; existing accounts keep it",
  (name) => {
    expect(personalNameIssue(name)).toBe("link");
    expect(cleanPersonalName(name)).toBe(name);
  },
);

test("a cleaned name satisfies the rule for names, or is empty", () => {
  const wrong = "Doe · Serial AT-00000-00000-00000-00000 · 2015-01-01 09:00:00\nUTC ＡＴ-７Ｋ2M9\u202e";
  expect(personalNameIssue(cleanPersonalName(wrong))).toBeUndefined();
});

test.each(["jane", "jane_2026", "jane.doe@example.org", "Дмитрий", "Ιωάννης7", "张伟", "علی‌رضا"])(
  "%p is a valid user name",
  (username) => {
    expect(usernameIssue(username)).toBeUndefined();
  },
);

test.each([
  "victim\u200b",
  "vic\u200dtim",
  "v\u00adictim",
  "victim\u202e",
  "\u0000victim",
  "\u200b\u200b\u200b",
])("%p is not a valid user name, since it looks like another one or like nothing", (username) => {
  expect(usernameIssue(username)).toBe("Username has invisible characters");
});

test.each(["v\u0456ctim", "vict\u03b9m"])("%p mixes alphabets to look like another user name", (username) => {
  expect(usernameIssue(username)).toBe("Username mixes letters of different alphabets that look alike");
});

test("a name that is too long is refused before any slow check", () => {
  const given = {
    username: "aя".repeat(26),
    password: "secret",
    firstName: "4".repeat(101),
    lastName: "Doe",
  };
  const issues = registerSchema.safeParse(given).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(["Username too long", "First name too long"]);
});
