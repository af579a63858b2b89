CREATE TABLE "predictions" (
	"source_id" text NOT NULL,
	"series" integer NOT NULL,
	"side" text NOT NULL,
	"limit" double precision NOT NULL,
	"about" bigint NOT NULL,
	"earliest" bigint NOT NULL,
	"latest" bigint NOT NULL,
	"history_ms" bigint NOT NULL,
	"since" bigint NOT NULL,
	CONSTRAINT "predictions_source_id_series_pk" PRIMARY KEY("source_id","series")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "predictions_due_at" bigint;--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;