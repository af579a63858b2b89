type Rest<T> = (AsyncIterable<T> | Iterable<T>) & { return?(value: undefined): unknown }

/** The values already taken from a stream, followed by the rest of it, which is closed also where the reader leaves before. */
export async function* prepend<T>(first: Iterable<T>, rest: Rest<T>): AsyncGenerator<T> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return?.(undefined)
  }
}
