import { type StoreOptions, storeChunks } from './store-chunks.ts'
import type { Transport } from './transport.ts'
import type { FileReceipt } from './types.ts'

/** Options of storing a blob. */
export interface StoreBlobOptions extends StoreOptions {
  /** Bytes per request, 4 MiB by default: smaller for finer progress, larger for fewer requests. */
  chunkBytes?: number | undefined
}

/** Stores a blob or file of a page, chunk by chunk; `fetch` reports no progress, so each chunk is one step. */
export function storeBlob(transport: Transport, file: Blob, options: StoreBlobOptions = {}): Promise<FileReceipt> {
  const { chunkBytes = 4 * 2 ** 20, signal } = options
  const source = {
    size: file.size,
    name: 'name' in file ? String(file.name) : 'file',
    chunkEnd: (from: number) => Math.min(file.size, from + chunkBytes),
    send({ from, to }: { from: number; to: number }, headers: Record<string, string>) {
      const chunk = file.slice(from, to)
      const init = {
        // The generated type of a binary body is string; the serializer puts the chunk itself in its place.
        body: '',
        bodySerializer: () => chunk,
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        ...(signal && { signal }),
      }
      return transport.unwrap(transport.client.POST('/files', init))
    },
  }
  return storeChunks(transport, source, options)
}
