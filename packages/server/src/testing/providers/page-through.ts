/** How pages behave: as they should, without data for ever, or naming themselves as the next. */
export type PageMode = 'normal' | 'empty' | 'repeating'

export interface TokenPage<Item> {
  readonly items: readonly Item[]
  readonly nextToken: string | undefined
}

/** The page that `token` names. */
export function pageThrough<Item>(
  items: readonly Item[],
  { token = '', size, mode }: { token?: string | undefined; size: number; mode: PageMode },
): TokenPage<Item> {
  const start = token === '' ? 0 : Number(Buffer.from(token, 'base64url').toString())
  const tokenOf = (offset: number) => Buffer.from(String(offset)).toString('base64url')
  if (mode === 'empty') return { items: [], nextToken: tokenOf(start + 1) }
  const end = start + size
  const next = mode === 'repeating' && start > 0 ? start : end
  return { items: items.slice(start, end), nextToken: end < items.length ? tokenOf(next) : undefined }
}
