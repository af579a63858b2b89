import { ApiProblem, type ErrorCode, type ErrorDetail, type Failure, type Locale, TransportError } from '@omen/sdk'
import { detailMessage } from './detail-message.ts'

/** A failure of any kind, as the page shows it. */
export interface Problem {
  code: ErrorCode | 'UNREACHABLE' | 'TIMEOUT' | 'PAGE_NOT_LOADED' | 'UNKNOWN'
  details: readonly ErrorDetail[]
  requestId: string | undefined
  retryAfterMs: number | undefined
}

const bare = (code: Problem['code']): Problem => ({ code, details: [], requestId: undefined, retryAfterMs: undefined })

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error

/** Chromium, Firefox, Safari and Vite word it differently. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message)

export const toProblem = (error: unknown): Problem => {
  if (error instanceof TransportError) return bare(error.kind === 'timeout' ? 'TIMEOUT' : 'UNREACHABLE')
  if (error instanceof ApiProblem) {
    return { code: error.code, details: error.details, requestId: error.requestId, retryAfterMs: error.retryAfterMs }
  }
  if (isCodeMissing(error)) return bare('PAGE_NOT_LOADED')
  if (error instanceof Error || !isFailure(error)) return bare('UNKNOWN')
  return { code: error.code, details: error.details ?? [], requestId: undefined, retryAfterMs: error.retryAfterMs }
}

/** Errors to show beside form fields: the first sentence for each field. */
export const fieldErrors = <Name extends string>(
  error: unknown,
  names: readonly Name[],
  locale: Locale,
): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {}
  const { code, details } = toProblem(error)
  for (const detail of details) {
    const name = names.find((candidate) => candidate === detail.field)
    const message = detailMessage(code, detail, locale)
    if (name !== undefined && message !== undefined && found[name] === undefined) found[name] = message
  }
  return found
}
