ALTER TABLE "alerts" ADD COLUMN "incident_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "reported_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decided_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "alerted_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "escalated_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "recovered_at" bigint;--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "alerted_at" bigint;