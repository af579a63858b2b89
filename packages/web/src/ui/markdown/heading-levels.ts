import type { Token, Tokens } from 'marked'

/** Levels of the headings of a text below those of the page: the first one is on top, and none is skipped on the way down. */
export const headingLevels = (tokens: readonly Token[], topLevel: number): ReadonlyMap<Token, number> => {
  const levels = new Map<Token, number>()
  const open: number[] = []
  for (const token of headingsOf(tokens)) {
    const { depth } = token as Tokens.Heading
    while (open.length > 0 && (open.at(-1) ?? 0) >= depth) open.pop()
    open.push(depth)
    levels.set(token, Math.min(6, topLevel + open.length - 1))
  }
  return levels
}

const headingsOf = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => {
    if (token.type === 'heading') return [token]
    const items = (token as Partial<Tokens.List>).items ?? (token as Partial<Tokens.Paragraph>).tokens ?? []
    return headingsOf(items)
  })
