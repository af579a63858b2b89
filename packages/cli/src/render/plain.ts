/** One line without control characters: names come from other people and must not control the terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** A text for machines, shown on a terminal: control characters and marks of direction are escaped as in JSON, lines stay. */
export function escapeControls(text: string): string {
  const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/(?![\n\r\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, toEscape)
}
