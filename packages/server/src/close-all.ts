/** A part that has to be closed; `limitMs` is how long that may take, 30 s where it is not given. */
export interface Closer {
  readonly part: string
  close(): unknown
  readonly limitMs?: number
}

const DEFAULT_LIMIT_MS = 30_000

/**
 * Closes the parts in the opposite order and removes them. One that fails or does not close in time keeps none of the others
 * open; the first error is thrown once all have had their turn.
 */
export async function closeAll(closers: Closer[]): Promise<void> {
  const errors: unknown[] = []
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closeInTime(closer)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

async function closeInTime({ part, close, limitMs = DEFAULT_LIMIT_MS }: Closer): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${part} did not close within ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([close(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
