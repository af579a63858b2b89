/** One ClickHouse, in the process or behind HTTP: the only difference that the rest of the adapter may see is none. */
export interface ClickHouse {
  command(sql: string): Promise<void>
  /**
   * Inserts what `select` makes of one block; it reads from `{source}`, which stands for the block.
   */
  insert(into: string, select: string, structure: string, block: Uint8Array): Promise<void>
  /** The answer in the Native format. */
  read(sql: string): Promise<Uint8Array>
  ping(): Promise<void>
  close(): Promise<void>
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
