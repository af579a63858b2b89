export { createIngestKey, INGEST_KEY_PREFIX, type IngestKeyRequest, insertIngestKey } from './create.ts'
export { deleteIngestKey } from './delete.ts'
export { findSender } from './find.ts'
export { listIngestKeys } from './list.ts'
