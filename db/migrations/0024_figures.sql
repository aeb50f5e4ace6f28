CREATE INDEX `certificates_issued` ON `certificates` (`issued_at`);--> statement-breakpoint
CREATE INDEX `documents_failed` ON `documents` (`processed_at`) WHERE status = 'error';--> statement-breakpoint
CREATE INDEX `documents_stamped_size` ON `documents` (`stamped_size`) WHERE "documents"."stamped_size" is not null;--> statement-breakpoint
CREATE INDEX `purchases_created` ON `purchases` (`created_at`);