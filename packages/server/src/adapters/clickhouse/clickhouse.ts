/** One ClickHouse, in the process or behind HTTP: the only difference that the rest of the adapter may see is none. */
export interface ClickHouse {
  command(sql: string): Promise<void>
  /** Inserts what `select` makes of one block, and syncs it; it reads from `{source}`, which stands for the block. */
  insert(into: string, select: string, structure: string, block: Uint8Array): Promise<void>
  /** The response, in one of ClickHouse's formats. */
  read(sql: string, format?: 'Native' | 'TabSeparatedRaw'): Promise<Uint8Array>
  /** A file of a part, by the path that ClickHouse names; undefined where it lies on another machine. */
  readPartFile(path: string): Promise<Uint8Array | undefined>
  ping(): Promise<void>
  close(): Promise<void>
}

/** The rows of a response as text, one array per row. */
export async function readRows(clickhouse: ClickHouse, sql: string): Promise<string[][]> {
  const text = new TextDecoder().decode(await clickhouse.read(sql, 'TabSeparatedRaw'))
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
