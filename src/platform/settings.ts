import { z } from "zod";
import { parseFilesUrl } from "./files/s3-settings.ts";
import type { Settings } from "./setting.ts";
import { optionalText, serverAddress, wholeNumber } from "./setting-values.ts";

const keysSecret = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= 32, "Please use 32 bytes or more");

/** The server's address and name, where it keeps everything, and how much it takes from one visitor. */
export const platformSettings = {
  port: {
    name: "PORT",
    schema: wholeNumber(1, 65_535).default(3000),
    about: "The port where the server listens.",
  },
  host: {
    name: "HOST",
    schema: z.string().min(1).default("0.0.0.0"),
    about: "The address where it listens; 127.0.0.1 accepts connections from this machine only.",
  },
  origin: {
    name: "ORIGIN",
    schema: serverAddress("Please write http://… or https://…").optional(),
    about:
      "The public address. Every link and QR code contains it, so set it before you stamp the first document. With https, cookies become Secure.",
    standard: "http://localhost:PORT",
  },
  dataDir: {
    name: "DATA_DIR",
    schema: z.string().min(1).default("./storage"),
    about: "The folder for everything that changes: database, documents, keys (docs/backup-and-restore.md).",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    schema: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: "Please write postgres://user:password@host/database",
        abort: true,
      })
      .refine((url) => new URL(url).pathname.length > 1, "Please name the database: postgres://…/attestamp")
      .optional(),
    about:
      "A PostgreSQL database (15 or newer) for the rows, instead of SQLite in `DATA_DIR`. The server creates its tables. Needs `FILES_URL`; read docs/scaling.md before you change it.",
    example: "postgres://user:password@host/database",
  },
  filesUrl: {
    name: "FILES_URL",
    schema: z
      .string()
      .refine((url) => parseFilesUrl(url) !== undefined, "Please write s3://bucket or s3://bucket/prefix")
      .optional(),
    about:
      "A bucket for the documents, instead of `DATA_DIR`, on Amazon S3 or any store that is compatible with it: `s3://bucket` or `s3://bucket/prefix`. The server creates the bucket if it does not exist. Read docs/scaling.md before you change it.",
    example: "s3://bucket",
  },
  s3Endpoint: {
    name: "S3_ENDPOINT",
    schema: serverAddress("Please write https://… or http://…").optional(),
    about: "The address of the store.",
    standard: "Amazon's for the region",
    example: "https://s3.example.org",
  },
  s3Region: {
    name: "S3_REGION",
    schema: z
      .string()
      .regex(/^[a-z0-9-]+$/, "Please write a region such as us-east-1")
      .default("us-east-1"),
    about: "The region of the bucket.",
  },
  s3AccessKeyId: {
    name: "S3_ACCESS_KEY_ID",
    schema: optionalText,
    about: "The credentials for the bucket; required with `FILES_URL`.",
  },
  s3SecretAccessKey: {
    name: "S3_SECRET_ACCESS_KEY",
    schema: optionalText,
    about: "The secret half of these credentials.",
    isSecret: true,
  },
  keysSecret: {
    name: "KEYS_SECRET",
    schema: keysSecret.optional(),
    about:
      "Seals the signing keys in the database, so that all servers share them (docs/scaling.md). 32 bytes or more: `openssl rand -base64 48`",
    isSecret: true,
  },
  keysSecretPrevious: {
    name: "KEYS_SECRET_PREVIOUS",
    schema: keysSecret.optional(),
    about: "While you change it: the old `KEYS_SECRET`.",
    isSecret: true,
  },
  productName: {
    name: "PRODUCT_NAME",
    schema: z.string().trim().min(1).max(40).default("Attestamp"),
    about: "The name on pages, stamps and certificates.",
  },
  rateLimitFactor: {
    name: "RATE_LIMIT_FACTOR",
    schema: z.coerce.number().positive().default(1),
    about: "Multiplies every limit per account and per address.",
  },
} satisfies Settings;
