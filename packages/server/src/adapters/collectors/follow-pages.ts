import { CollectorError } from '../../ports/collector.ts'

export interface CursorPage<T> {
  readonly items: T
  readonly isEmpty: boolean
  readonly cursor?: string | undefined
}

const FEW_EMPTY_PAGES = 20

/**
 * Pages up to the one that names no other. Rejects `badAnswer` for a cursor that comes again, and for empty pages without end;
 * providers that search piece by piece have many of them.
 */
export async function* followPages<T>(
  readPage: (cursor: string | undefined) => Promise<CursorPage<T>>,
  { maxEmptyPages = FEW_EMPTY_PAGES }: { maxEmptyPages?: number } = {},
): AsyncGenerator<T> {
  const seen = new Set<string>()
  let empty = 0
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor)
    yield page.items
    cursor = page.cursor
    if (cursor === undefined) return
    if (seen.has(cursor))
      throw new CollectorError('badAnswer', { providerText: 'A page names one that was there before as the next.' })
    seen.add(cursor)
    empty = page.isEmpty ? empty + 1 : 0
    if (empty > maxEmptyPages)
      throw new CollectorError('badAnswer', { providerText: `${empty} pages in a row are empty.` })
  }
}
