CREATE TABLE `anchor_answers` (
	`address` text PRIMARY KEY NOT NULL,
	`answered_at` integer,
	`failing_since` integer,
	`failure` text
);
