ALTER TABLE "deliveries" ALTER COLUMN "error" SET DATA TYPE jsonb
  USING CASE WHEN "error" IS NOT NULL THEN jsonb_build_object('code', 'text', 'text', "error") END;--> statement-breakpoint
ALTER TABLE "integrations" ALTER COLUMN "stopped_text" SET DATA TYPE jsonb
  USING CASE WHEN "stopped_text" IS NOT NULL THEN jsonb_build_object('code', 'text', 'text', "stopped_text") END;
