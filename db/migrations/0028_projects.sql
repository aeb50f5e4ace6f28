CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `projects_user` ON `projects` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `documents` ADD `project_id` text REFERENCES projects(id);--> statement-breakpoint
ALTER TABLE `documents` ADD `version_group` text;--> statement-breakpoint
CREATE INDEX `documents_project` ON `documents` (`project_id`) WHERE "documents"."project_id" is not null;