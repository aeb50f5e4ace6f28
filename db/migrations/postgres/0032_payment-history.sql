ALTER TABLE "purchases" ADD "amount_refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD "is_declined" bigint DEFAULT 0 NOT NULL;