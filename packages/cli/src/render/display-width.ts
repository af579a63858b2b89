// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const escapes = /\u001b\[[0-9;]*m/g
const invisible = /[\p{M}\p{Cf}]/u
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u

/** Columns that a text takes on a terminal: Chinese, Japanese, Korean and emoji take two, colours and marks none. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text.replace(escapes, '')) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (character < '\u0300') return 1
  if (wide.test(character)) return 2
  return invisible.test(character) ? 0 : 1
}

/** A text of at most `width` columns; what is cut off ends in an ellipsis. The text must be without colours. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 1
  for (const character of text) {
    used += characterWidth(character)
    if (used > width) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** A text filled up to `width` columns on its right, or on its left for `right` alignment. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + fill : fill + text
}

/** One line without control characters: names come from other people and must not steer the terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}
