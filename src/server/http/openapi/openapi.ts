import type { JsonSchema } from "./json-schema.ts";

/** The parts of an OpenAPI 3.1 document that we use. */
export type OpenApi = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What the server sends to addresses of its users. */
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, Record<string, string>>;
  };
};

export type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  /** Each of them alone is enough; empty if anyone may call. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: Headers; content?: Content }>;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: unknown;
};

export type Headers = Record<string, { description: string; schema: JsonSchema }>;

export type Content = Record<string, { schema?: JsonSchema }>;
