import { z } from "zod";
import { rule } from "../rules.ts";

const minCharacters = 12;

/** A guessed administrator password does more harm than any other user's. */
export const adminPasswordSchema = z
  .string()
  .min(
    minCharacters,
    rule("administrator-password-too-short", "Administrators need a password of at least 12 characters"),
  )
  .max(1000, rule("password-too-long", "Password too long"));

/** Whether a password is long enough for an administrator. */
export const isAdminPassword = (password: string): boolean => password.length >= minCharacters;
