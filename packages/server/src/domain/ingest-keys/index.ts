export { createIngestKey, type IngestKeyRequest, ingestKeyPrefix, insertIngestKey } from './create.ts'
export { deleteIngestKey } from './delete.ts'
export { findSender } from './find.ts'
export { listIngestKeys } from './list.ts'
