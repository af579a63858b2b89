CREATE TABLE "uncounted_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uncounted_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"from_time" bigint NOT NULL,
	"to_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uncounted_logs" ADD CONSTRAINT "uncounted_logs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uncounted_logs_source" ON "uncounted_logs" USING btree ("source_id","id");