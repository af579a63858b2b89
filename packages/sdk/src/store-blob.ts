import { type StoreOptions, storePieces } from './store-pieces.ts'
import type { Transport } from './transport.ts'
import type { FileReceipt } from './types.ts'

/** Options of storing a blob. */
export interface StoreBlobOptions extends StoreOptions {
  /** Bytes a request, 4 MiB unless given: finer progress against fewer requests. */
  pieceBytes?: number | undefined
}

/** Stores a blob or file of a page, piece by piece; `fetch` tells nothing of its progress, so each piece is one step. */
export function storeBlob(transport: Transport, file: Blob, options: StoreBlobOptions = {}): Promise<FileReceipt> {
  const { pieceBytes = 4 * 2 ** 20, signal } = options
  const source = {
    size: file.size,
    name: 'name' in file ? String(file.name) : 'file',
    pieceEnd: (from: number) => Math.min(file.size, from + pieceBytes),
    send({ from, to }: { from: number; to: number }, headers: Record<string, string>) {
      const piece = file.slice(from, to)
      const init = {
        // The generated type of a binary body is string; the serializer puts the piece itself in its place.
        body: '',
        bodySerializer: () => piece,
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        ...(signal && { signal }),
      }
      return transport.unwrap(transport.client.POST('/files', init))
    },
  }
  return storePieces(transport, source, options)
}
