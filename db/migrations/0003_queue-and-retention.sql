DROP INDEX `documents_retention`;--> statement-breakpoint
CREATE INDEX `documents_retention` ON `documents` (`created_at`) WHERE "documents"."original_path" is not null;--> statement-breakpoint
DROP INDEX `jobs_subject`;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_subject` ON `jobs` (`kind`,`subject`);