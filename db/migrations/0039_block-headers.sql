CREATE TABLE `block_headers` (
	`height` integer PRIMARY KEY NOT NULL,
	`header` blob NOT NULL
);
--> statement-breakpoint
ALTER TABLE `witnessed_checkpoints` ADD `block` integer;--> statement-breakpoint
ALTER TABLE `witnessed_checkpoints` ADD `has_all_headers` integer DEFAULT false NOT NULL;