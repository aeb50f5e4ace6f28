CREATE TABLE `registry_entries` (
	`position` integer PRIMARY KEY NOT NULL,
	`entry` blob NOT NULL,
	`is_released` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `registry_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`checkpoint` text NOT NULL,
	CONSTRAINT "registry_head_is_one" CHECK("registry_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `registry_nodes` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` blob NOT NULL
);
--> statement-breakpoint
ALTER TABLE `certificates` ADD `entry_index` integer REFERENCES registry_entries(position);--> statement-breakpoint
ALTER TABLE `certificates` ADD `entry_salt` blob;--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_entry_index_unique` ON `certificates` (`entry_index`);