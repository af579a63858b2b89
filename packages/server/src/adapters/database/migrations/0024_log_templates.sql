CREATE TABLE "log_templates" (
	"source_id" text NOT NULL,
	"id" integer NOT NULL,
	"text" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	"example" text NOT NULL,
	"is_error" boolean NOT NULL,
	CONSTRAINT "log_templates_source_id_id_pk" PRIMARY KEY("source_id","id")
);
--> statement-breakpoint
ALTER TABLE "log_templates" ADD CONSTRAINT "log_templates_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;