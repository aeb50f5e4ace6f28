import { z } from "zod";
import { parseFilesUrl } from "./files/s3-settings.ts";
import { described } from "./setting.ts";
import { optional, serverAddress, wholeNumber } from "./setting-values.ts";

const keysSecret = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= 32, "Please use 32 bytes or more");

/** The server's address and name, and where it keeps everything. */
export const platformSettings = {
  PORT: described(wholeNumber(1, 65_535).default(3000), "The port where the server listens."),
  HOST: described(
    z.string().min(1).default("0.0.0.0"),
    "The address where it listens; 127.0.0.1 accepts connections from this machine only.",
  ),
  ORIGIN: described(
    serverAddress("Please write http://… or https://…").optional(),
    "The public address. Every link and QR code contains it, so set it before you stamp the first document. With https, cookies become Secure.",
    { standard: "http://localhost:PORT" },
  ),
  DATA_DIR: described(
    z.string().min(1).default("./storage"),
    "The folder for everything that changes: database, documents, keys (docs/backup-and-restore.md).",
  ),
  DATABASE_URL: described(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: "Please write postgres://user:password@host/database",
        abort: true,
      })
      .refine((url) => new URL(url).pathname.length > 1, "Please name the database: postgres://…/attestamp")
      .optional(),
    "A PostgreSQL database (15 or newer) for the rows, instead of SQLite in `DATA_DIR`. The server creates its tables. Needs `FILES_URL`; read docs/scaling.md before you change it.",
    { example: "postgres://user:password@host/database" },
  ),
  FILES_URL: described(
    z
      .string()
      .refine((url) => parseFilesUrl(url) !== undefined, "Please write s3://bucket or s3://bucket/prefix")
      .optional(),
    "A bucket for the documents, instead of `DATA_DIR`, on Amazon S3 or any store that is compatible with it: `s3://bucket` or `s3://bucket/prefix`. The server creates the bucket if it does not exist. Read docs/scaling.md before you change it.",
    { example: "s3://bucket" },
  ),
  S3_ENDPOINT: described(
    serverAddress("Please write https://… or http://…").optional(),
    "The address of the store.",
    { standard: "Amazon's for the region", example: "https://s3.example.org" },
  ),
  S3_REGION: described(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, "Please write a region such as us-east-1")
      .default("us-east-1"),
    "The region of the bucket.",
  ),
  S3_ACCESS_KEY_ID: described(optional, "The credentials for the bucket; required with `FILES_URL`."),
  S3_SECRET_ACCESS_KEY: described(optional, "The secret half of these credentials.", { isSecret: true }),
  KEYS_SECRET: described(
    keysSecret.optional(),
    "Seals the signing keys in the database, so that all servers share them (docs/scaling.md). 32 bytes or more: `openssl rand -base64 48`",
    { isSecret: true },
  ),
  KEYS_SECRET_PREVIOUS: described(keysSecret.optional(), "While you change it: the old `KEYS_SECRET`.", {
    isSecret: true,
  }),
  PRODUCT_NAME: described(
    z.string().trim().min(1).max(40).default("Attestamp"),
    "The name on pages, stamps and certificates.",
  ),
};
