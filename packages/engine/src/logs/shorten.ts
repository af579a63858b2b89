/** Characters of a template or an example that are stored. */
export const MAX_STORED_TEXT = 1000

/** The first characters of a text, never half of one: so much is stored as JSON. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const isHalf = /[\ud800-\udbff]/.test(text[max - 1]!)
  return text.slice(0, isHalf ? max - 1 : max)
}

/** The text of a template as it is stored. One that is cut ends with `…`, never within a place: its lines go on after it. */
export function shortenTemplate(text: string): string {
  if (text.length <= MAX_STORED_TEXT) return text
  return `${shorten(text, MAX_STORED_TEXT - 1).replace(/<\*?$/, '')}…`
}
