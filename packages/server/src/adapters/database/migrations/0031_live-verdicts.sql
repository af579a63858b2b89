ALTER TABLE "verdicts" DROP CONSTRAINT "verdicts_detection_id_period_id_pk";--> statement-breakpoint
ALTER TABLE "verdicts" ALTER COLUMN "detection_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "verdicts" ALTER COLUMN "period_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "verdicts" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "verdicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "verdicts" ADD COLUMN "source_id" text;--> statement-breakpoint
ALTER TABLE "verdicts" ADD COLUMN "finding_id" bigint;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_finding_id_findings_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."findings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_period" ON "verdicts" USING btree ("detection_id","period_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_finding" ON "verdicts" USING btree ("finding_id");--> statement-breakpoint
CREATE INDEX "verdicts_source" ON "verdicts" USING btree ("source_id");--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_subject" CHECK (num_nonnulls("verdicts"."detection_id", "verdicts"."source_id") = 1);