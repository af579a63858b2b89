import type { ErrorCode } from '../domain/errors.ts'

/** The HTTP status of a code. The compiler wants every code of the spec here. */
export function statusOf(code: ErrorCode): number {
  switch (code) {
    case 'VALIDATION_FAILED':
    case 'MALFORMED_BODY':
    case 'CODE_WRONG':
    case 'TEMP_PASSWORD_WRONG':
      return 400
    case 'UNAUTHENTICATED':
    case 'LOGIN_FAILED':
      return 401
    case 'CSRF_FAILED':
    case 'SCOPE_MISSING':
    case 'FORBIDDEN':
    case 'INVITATION_REQUIRED':
    case 'INVITATION_INVALID':
      return 403
    case 'NOT_FOUND':
      return 404
    case 'METHOD_NOT_ALLOWED':
      return 405
    case 'CONFLICT':
    case 'ACCOUNT_TAKEN':
    case 'ADDRESS_TAKEN':
    case 'FILE_IN_USE':
    case 'MODEL_NOT_READY':
    case 'NO_PREVIOUS_VERSION':
    case 'JOB_FINISHED':
    case 'JOB_CANCELLED':
    case 'UPLOAD_INCOMPLETE':
      return 409
    case 'PAYLOAD_TOO_LARGE':
    case 'DECOMPRESSED_TOO_LARGE':
      return 413
    case 'UNSUPPORTED_MEDIA_TYPE':
      return 415
    case 'RANGE_MISMATCH':
      return 416
    case 'IDEMPOTENCY_MISMATCH':
    case 'EMPTY_FILE':
    case 'HEADER_ONLY':
    case 'NO_TIMESTAMP_COLUMN':
    case 'TOO_FEW_COLUMNS':
    case 'TOO_MANY_COLUMNS':
    case 'TOO_MANY_CELLS':
    case 'LINE_TOO_LONG':
    case 'NUL_BYTE':
    case 'NOT_UTF8':
    case 'BAD_HEADER':
    case 'TEXT_COLUMN':
    case 'DUPLICATE_SERIES':
    case 'MIXED_TIMESTAMPS':
    case 'NO_GOOD_ROWS':
    case 'NOT_METRICS':
    case 'BAD_INTERVALS':
    case 'GZIP_DAMAGED':
    case 'CHECKSUM_MISMATCH':
    case 'UNKNOWN_MODEL_TYPE':
    case 'NOT_ENOUGH_DATA':
    case 'SERIES_MISMATCH':
      return 422
    case 'LOCKED':
      return 423
    case 'RESEND_TOO_SOON':
    case 'RATE_LIMITED':
      return 429
    case 'INTERNAL':
      return 500
    case 'OVERLOADED':
      return 503
    case 'DISK_FULL':
      return 507
  }
}
