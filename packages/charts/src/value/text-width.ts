/**
 * Estimated width of a text in px, for layout without a DOM (the server draws too). A wide (CJK) character takes one em, a
 * capital two thirds, the rest a little more than half: on the safe side for the system fonts.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (code >= 0x2e80) ems += 1
    else if (code >= 0x41 && code <= 0x5a) ems += 0.68
    else if (char === ' ' || char === '.' || char === ',' || char === ':') ems += 0.3
    else ems += 0.56
  }
  return ems * fontSize
}

/** The text if it fits into a width in px, else its beginning with an ellipsis. */
export function cutText(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, fontSize) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
