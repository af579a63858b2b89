import { FileStoreError } from '../ports/file-store.ts'
import { DatasetDamagedError, PointStoreBusyError } from '../ports/point-store-errors.ts'
import { StoreFullError } from '../ports/store-full-error.ts'
import { DomainError } from './errors.ts'

/** Converts errors of the stores to domain errors with a code; any other error is returned unchanged. */
export function convertStoreError(error: unknown): unknown {
  if (error instanceof StoreFullError) return new DomainError('DISK_FULL', { cause: error })
  if (error instanceof PointStoreBusyError) return new DomainError('OVERLOADED', { retryAfterMs: 1000, cause: error })
  if (error instanceof DatasetDamagedError)
    return new DomainError('DATA_DAMAGED', { details: [{ name: error.dataset, message: error.reason }], cause: error })
  if (!(error instanceof FileStoreError)) return error
  switch (error.fault) {
    case 'full':
      return new DomainError('DISK_FULL', { cause: error })
    case 'too-large':
      return new DomainError('PAYLOAD_TOO_LARGE', {
        details: [{ field: 'file', message: error.message }],
        cause: error,
      })
    case 'offset':
      return new DomainError('RANGE_MISMATCH', {
        details: [{ field: 'Content-Range', message: error.message }],
        cause: error,
      })
    case 'checksum':
      return new DomainError('CHECKSUM_MISMATCH', {
        details: [{ field: 'X-Content-SHA256', message: error.message }],
        cause: error,
      })
    case 'unreadable':
      return new DomainError('DATA_DAMAGED', { details: [{ field: 'file', message: error.message }], cause: error })
    case 'missing':
      return new DomainError('NOT_FOUND', { cause: error })
  }
}
