CREATE TABLE `ended_logs` (
	`number` integer PRIMARY KEY NOT NULL,
	`verifier_key` text NOT NULL,
	`size` integer NOT NULL,
	`checkpoint` text NOT NULL,
	`newest_checkpoint` text NOT NULL,
	`statement` text NOT NULL,
	`ended_at` integer NOT NULL
);
