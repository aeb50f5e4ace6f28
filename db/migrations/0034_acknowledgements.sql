ALTER TABLE `documents` ADD `acknowledgement` text;--> statement-breakpoint
ALTER TABLE `project_shares` ADD `recipient` text(255);--> statement-breakpoint
ALTER TABLE `project_shares` ADD `recipient_name` text(200);--> statement-breakpoint
ALTER TABLE `project_shares` ADD `acknowledged_at` integer;--> statement-breakpoint
ALTER TABLE `project_shares` ADD `acknowledged_by` text;--> statement-breakpoint
ALTER TABLE `project_shares` ADD `acknowledged_message` text;--> statement-breakpoint
ALTER TABLE `project_shares` ADD `acknowledgement_id` text;