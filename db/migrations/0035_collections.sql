ALTER TABLE `documents` ADD `collection` text;--> statement-breakpoint
CREATE INDEX `documents_collections` ON `documents` (`user_id`,`created_at`) WHERE "documents"."collection" is not null;