CREATE TABLE `trusted_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
