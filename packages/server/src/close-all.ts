export type Closer = () => unknown

/** Calls the closers in the opposite order and removes them; the first error is thrown once all have been called. */
export async function closeAll(closers: Closer[]): Promise<void> {
  const errors: unknown[] = []
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closer()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
