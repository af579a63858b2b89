import { CollectorError } from '../../ports/collector.ts'

export interface Paging<Page> {
  /** Where the next page is; undefined or empty at the last. */
  readonly nextOf: (page: Page) => string | undefined
  readonly isEmpty: (page: Page) => boolean
  /** Pages without anything in a row that are believed. */
  readonly maxEmptyPages: number
}

/**
 * Every page, one at a time. Rejects with `badAnswer` where a page names one that was read before, or where too many in a row
 * are empty; nothing is asked for once the signal is aborted.
 */
export async function* followPages<Page>(
  fetchPage: (token: string | undefined) => Promise<Page>,
  { nextOf, isEmpty, maxEmptyPages }: Paging<Page>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const seen = new Set<string>()
  let emptyPages = 0
  for (let token: string | undefined; ; ) {
    signal.throwIfAborted()
    const page = await fetchPage(token)
    emptyPages = isEmpty(page) ? emptyPages + 1 : 0
    yield page
    token = nextOf(page) || undefined
    if (token === undefined) return
    if (seen.has(token))
      throw new CollectorError('badAnswer', { providerText: 'A page of the answer names an earlier one as the next.' })
    if (emptyPages >= maxEmptyPages)
      throw new CollectorError('badAnswer', { providerText: `${maxEmptyPages} pages in a row were empty.` })
    seen.add(token)
  }
}
