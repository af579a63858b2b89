/** Number of items per query. */
const batchSize = 500

export async function* inBatches<T>(items: AsyncIterable<T>, size: number = batchSize): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
