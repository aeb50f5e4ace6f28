import { z } from "zod";
import { personalNameIssue, usernameIssue } from "./names.schema.ts";

/** A personal name: text a person would write. What is too long is looked at no closer: that takes time. */
const personalName = (label: string) =>
  z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .max(100, { error: `${label} too long`, abort: true })
    .superRefine((name, { addIssue }) => {
      const fault = name === "" ? undefined : personalNameIssue(name);
      if (fault) addIssue(`${label} ${fault}`);
    });

const newUsername = z
  .string()
  .trim()
  .min(3, "Username must be at least 3 characters")
  .max(50, { error: "Username too long", abort: true })
  .superRefine((username, { addIssue }) => {
    const fault = usernameIssue(username);
    if (fault) addIssue(fault);
  });

export const registerSchema = z.object({
  username: newUsername,
  password: z.string().min(6, "Password must be at least 6 characters").max(1000, "Password too long"),
  email: z.union([z.literal(""), z.email("Invalid email").max(255, "Email too long")]).optional(),
  firstName: personalName("First name"),
  lastName: personalName("Last name"),
});
export type RegisterInput = z.infer<typeof registerSchema>;
