ALTER TABLE "series" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "has_former_name" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "has_former_name" SET DEFAULT false;--> statement-breakpoint
CREATE UNIQUE INDEX "series_identity" ON "series" USING btree ("source_id","identity") WHERE "series"."identity" is not null;