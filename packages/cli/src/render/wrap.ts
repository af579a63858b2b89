import { displayWidth } from './display-width.ts'

/** A text in lines of at most `width` columns, broken at spaces; a longer word has a line of its own. */
export function wrapAt(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (displayWidth(longer) > width && line !== '') {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
