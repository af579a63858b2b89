/** An error as it is reported. */
export interface ReportedError {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details: readonly { readonly message: string; readonly field?: string; readonly line?: number }[]
  readonly retryAfterMs?: number | undefined
}
