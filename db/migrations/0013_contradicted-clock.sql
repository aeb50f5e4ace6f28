CREATE TABLE `contradicted_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
