import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'

/** Columns that a text takes on a terminal: Chinese, Japanese, Korean and emoji take two, colours and marks none. */
export function displayWidth(text: string): number {
  return stringWidth(text)
}

/** A text of at most `width` columns; what is cut off ends in an ellipsis. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return width < 1 ? '' : cliTruncate(text, width, { truncationCharacter: '…' })
}

/** A text filled up to `width` columns on its right, or on its left for `right` alignment. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + fill : fill + text
}
