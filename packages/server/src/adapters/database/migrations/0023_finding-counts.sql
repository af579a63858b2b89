CREATE TABLE "finding_counts" (
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"reported" bigint NOT NULL,
	CONSTRAINT "finding_counts_source_id_kind_pk" PRIMARY KEY("source_id","kind")
);
--> statement-breakpoint
ALTER TABLE "finding_counts" ADD CONSTRAINT "finding_counts_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;