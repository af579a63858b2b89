/**
 * Estimated width of a text in px, for layout without a DOM (the server draws too). A wide (CJK) character takes one em, a
 * capital two thirds, the rest a little more than half: on the safe side for the system fonts.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (code >= 0x2e80 || char === '…') ems += 1
    else if (code >= 0x41 && code <= 0x5a) ems += 0.68
    else if (char === ' ' || char === '.' || char === ',' || char === ':') ems += 0.3
    else ems += 0.56
  }
  return ems * fontSize
}

/**
 * Texts cut to a width in px: at their ends, or in their middles where that would make two of them alike, as with the names of
 * instances that differ in their last letters.
 */
export function cutApart(texts: readonly string[], width: number, fontSize: number): string[] {
  const cut = texts.map((text) => cutText(text, width, fontSize))
  if (new Set(cut).size === new Set(texts).size) return cut
  return texts.map((text) => cutMiddle(text, width, fontSize))
}

function cutMiddle(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text
  const letters = [...text]
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const head = Math.ceil(kept / 2)
    const cut = `${letters.slice(0, head).join('')}…${letters.slice(head - kept).join('')}`
    if (textWidth(cut, fontSize) <= width) return cut
  }
  return cutText(text, width, fontSize)
}

/** The text if it fits into a width in px, else its beginning with an ellipsis. */
function cutText(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, fontSize) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
