import type { TextEncoding } from '@omen/engine'

/** Characters of a line that are read. */
const MAX_LINE_CHARACTERS = 65_536

export interface TextLine {
  readonly text: string
  /** It is longer. */
  readonly isCut: boolean
}

/** What ends a line; text with CR alone, as old Macs wrote it, may have LF further on. */
export type LineEnd = 'lf' | 'cr'

/** By the beginning of a text. */
export function findLineEnd(head: Uint8Array, encoding: TextEncoding): LineEnd {
  const text = new TextDecoder(encoding).decode(head)
  // Of CR LF, the LF may be behind the end of what is here
  return text.includes('\n') || !text.slice(0, -1).includes('\r') ? 'lf' : 'cr'
}

/** The lines of a text, some at once; of a long line no more than is read is held. */
export async function* readTextLines(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
  lineEnd: LineEnd = 'lf',
): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let isCut = false
  const toLine = (text: string): TextLine => {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    return line.length > MAX_LINE_CHARACTERS
      ? { text: line.slice(0, MAX_LINE_CHARACTERS), isCut: true }
      : { text: line, isCut }
  }
  for await (const chunk of bytes) {
    const decoded = decoder.decode(chunk, { stream: true })
    const text = lineEnd === 'cr' ? decoded.replaceAll('\r', '\n') : decoded
    const lines: TextLine[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, end)
      lines.push(toLine(isCut ? rest : rest + line))
      rest = ''
      isCut = false
      from = end + 1
    }
    if (!isCut) rest += text.slice(from)
    if (rest.length > MAX_LINE_CHARACTERS) {
      rest = rest.slice(0, MAX_LINE_CHARACTERS)
      isCut = true
    }
    if (lines.length > 0) yield lines
  }
  rest += isCut ? '' : decoder.decode()
  if (rest !== '') yield [toLine(rest)]
}
