import { Lexer, type Token, type TokensList } from 'marked'
import { inlineParts } from './inline-parts.ts'

/** Emphasis is found in a time that grows with the square of a text: a longer one is read in parts. */
const mostInline = 1000
/** Quotations, lists and emphasis within each other. */
const mostNested = 20

class BoundedLexer extends Lexer {
  private depth = 0

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.depth >= mostNested) return asText(src, tokens)
    return this.within(() => super.blockTokens(src, tokens, lastParagraphClipped))
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.depth >= mostNested) return asText(src, tokens)
    return this.within(() => {
      for (const part of inlineParts(src, mostInline)) super.inlineTokens(part, tokens)
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
