ALTER TABLE `documents` ADD `error_code` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `error_params` text;