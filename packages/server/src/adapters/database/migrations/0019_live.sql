CREATE TABLE "live_positions" (
	"source_id" text PRIMARY KEY NOT NULL,
	"holder" text,
	"heartbeat_at" bigint,
	"position" bigint
);
--> statement-breakpoint
CREATE TABLE "live_states" (
	"source_id" text NOT NULL,
	"position" bigint NOT NULL,
	"handle" text NOT NULL,
	"saved_at" bigint NOT NULL,
	CONSTRAINT "live_states_source_id_position_pk" PRIMARY KEY("source_id","position")
);
--> statement-breakpoint
CREATE TABLE "live_workers" (
	"id" text PRIMARY KEY NOT NULL,
	"heartbeat_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "live_positions" ADD CONSTRAINT "live_positions_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_states" ADD CONSTRAINT "live_states_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_positions_holder" ON "live_positions" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "live_states_handle" ON "live_states" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "findings_key" ON "findings" USING btree ("source_id","key");