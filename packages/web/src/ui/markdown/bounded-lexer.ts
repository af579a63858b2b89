import { Lexer, type Token, type TokensList } from 'marked'

/** Emphasis is found in a time that grows with the square of a text: a longer one is read in parts. */
const MAX_INLINE_LENGTH = 1000
/** Quotations, lists and emphasis within each other. */
const MAX_NESTED = 20

class BoundedLexer extends Lexer {
  private depth = 0

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.depth >= MAX_NESTED) return asText(src, tokens)
    return this.within(() => super.blockTokens(src, tokens, lastParagraphClipped))
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.depth >= MAX_NESTED) return asText(src, tokens)
    return this.within(() => {
      for (const part of inlineParts(src, MAX_INLINE_LENGTH)) super.inlineTokens(part, tokens)
      return tokens
    })
  }

  private within<T>(read: () => T): T {
    this.depth++
    try {
      return read()
    } finally {
      this.depth--
    }
  }
}

/** Tokens of Markdown with line breaks, in a time that grows with the text alone. */
export const readMarkdown = (text: string): TokensList => new BoundedLexer({ gfm: true, breaks: true }).lex(text)

const asText = (src: string, tokens: Token[]): Token[] => {
  tokens.push({ type: 'text', raw: src, text: src })
  return tokens
}

const OPENING = '[('
const CLOSING = '])'
const PAIRS = '*_~`'

/**
 * A text cut into parts of at most `max` characters: at the last white space where no bracket, emphasis or code is open, else at the last white
 * space, else anywhere. Joined they are the text again.
 */
export const inlineParts = (text: string, max: number): string[] => {
  const parts: string[] = []
  let rest = text
  while (rest.length > max) {
    const end = partEnd(rest, max)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}

/** No sign alone between spaces, and no underscore within a name. */
const isMark = (before = ' ', sign: string, after = ' '): boolean => {
  if (/\s/.test(before) && /\s/.test(after)) return false
  return sign !== '_' || !(/[\p{L}\d_]/u.test(before) && /[\p{L}\d_]/u.test(after))
}

function partEnd(text: string, max: number): number {
  const isOpen = new Map<string, boolean>()
  let brackets = 0
  let space = 0
  let safe = 0
  for (let index = 0; index < max; index++) {
    const sign = text[index]!
    if (sign === '\\') {
      index++
      continue
    }
    if (PAIRS.includes(sign)) {
      const before = text[index - 1]
      while (text[index + 1] === sign) index++
      if (isMark(before, sign, text[index + 1])) isOpen.set(sign, !isOpen.get(sign))
    }
    if (OPENING.includes(sign)) brackets++
    if (CLOSING.includes(sign)) brackets = Math.max(0, brackets - 1)
    if (!/\s/.test(sign)) continue
    space = index + 1
    if (brackets === 0 && ![...isOpen.values()].includes(true)) safe = space
  }
  if (safe > 0) return safe
  if (space > 0) return space
  // No half of a character that takes two units
  return /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max
}
