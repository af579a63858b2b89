/** The values already taken from a stream, followed by the rest of it. */
export async function* prepend<T>(first: Iterable<T>, rest: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}
