CREATE TABLE `time_stamp_roots` (
	`sha256` text(64) PRIMARY KEY NOT NULL,
	`certificate` blob NOT NULL,
	`accepted_at` integer NOT NULL
);
