ALTER TABLE `documents` ADD `display_name` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `note` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `documents_without_search_text` ON `documents` (`id`) WHERE "documents"."search_text" is null;