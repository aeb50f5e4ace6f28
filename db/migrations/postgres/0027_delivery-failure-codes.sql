ALTER TABLE "webhook_deliveries" ADD "fault_code" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD "fault_params" text COLLATE "C";