DROP INDEX "documents_collections";--> statement-breakpoint
ALTER TABLE "documents" ADD "kind" text COLLATE "C" DEFAULT 'document' NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_collections" ON "documents" ("user_id","created_at") WHERE kind = 'collection';--> statement-breakpoint
UPDATE "documents" SET "kind" = 'collection' WHERE "collection" IS NOT NULL;--> statement-breakpoint
UPDATE "documents" SET "kind" = 'timeline' WHERE "timeline" IS NOT NULL;--> statement-breakpoint
UPDATE "documents" SET "kind" = 'acknowledgement' WHERE "acknowledgement" IS NOT NULL;
