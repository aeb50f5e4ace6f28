import { z } from "zod";
import { rule } from "../rules.ts";

const minCharacters = 12;

/** A guessed password does more harm for an administrator than for other users. */
export const adminPasswordSchema = z
  .string()
  .min(
    minCharacters,
    rule("administrator-password-too-short", "Administrators need a password of at least 12 characters"),
  )
  .max(1000, rule("password-too-long", "Password too long"));

/** Whether a password is long enough for an administrator. */
export const isAdminPassword = (password: string): boolean => password.length >= minCharacters;
