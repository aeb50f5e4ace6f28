CREATE TABLE `adoptions` (
	`id` text PRIMARY KEY NOT NULL,
	`site` text,
	`origin` text NOT NULL,
	`name` text NOT NULL,
	`hashes_only` integer NOT NULL,
	`records` integer NOT NULL,
	`entries` integer NOT NULL,
	`started_at` integer NOT NULL,
	`adopted_at` integer,
	`removed_at` integer,
	`statement` text,
	`entry_index` integer,
	`entry_salt` blob
);
--> statement-breakpoint
CREATE TABLE `adopted_files` (
	`adoption_id` text NOT NULL,
	`path` text NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`adoption_id`, `path`),
	FOREIGN KEY (`adoption_id`) REFERENCES `adoptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `adopted_records` (
	`adoption_id` text NOT NULL,
	`serial_number` text NOT NULL,
	`record` text NOT NULL,
	PRIMARY KEY(`adoption_id`, `serial_number`),
	FOREIGN KEY (`adoption_id`) REFERENCES `adoptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `adopted_records_serial_number` ON `adopted_records` (`serial_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `adoptions_site_unique` ON `adoptions` (`site`);--> statement-breakpoint
CREATE UNIQUE INDEX `adoptions_entry_index_unique` ON `adoptions` (`entry_index`);