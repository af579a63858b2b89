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

/** One line without control characters: names come from other people and must not control the terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** A text for machines, shown on a terminal: control characters and marks of direction are escaped as in JSON, lines stay. */
export function escapeControls(text: string): string {
  const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/(?![\n\r\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, toEscape)
}
