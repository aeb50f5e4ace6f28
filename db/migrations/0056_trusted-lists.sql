CREATE TABLE `trusted_lists` (
	`territory` text(200) PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`content` text NOT NULL,
	`imported_at` integer NOT NULL
);
