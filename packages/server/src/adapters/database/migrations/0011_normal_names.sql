-- Model names are looked up in normal form C from here on. A name that another one has in that form stays as it is; so do
-- all in a database that is not UTF-8, where PostgreSQL cannot normalise.
DO $$ BEGIN
	IF (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) = 'UTF8' THEN
		UPDATE "models" SET "model_name" = normalize("model_name", NFC)
		WHERE "model_name" IS NOT NFC NORMALIZED AND NOT EXISTS (
			SELECT 1 FROM "models" "other"
			WHERE "other"."id" <> "models"."id"
				AND "other"."owner_id" = "models"."owner_id"
				AND "other"."model_type" = "models"."model_type"
				AND lower(normalize("other"."model_name", NFC)) = lower(normalize("models"."model_name", NFC))
		);
	END IF;
END $$;
