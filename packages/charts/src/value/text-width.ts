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

/** Parts of the letters kept that stand before the ellipsis; the last leaves one. */
const HEAD_SHARES = [1, 0.5, 0.25, 0]

/**
 * Texts cut to a width in px: at their ends, or further in front where that would make two of them alike, as with the names of
 * instances that differ in their last letters.
 */
export function cutApart(texts: readonly string[], width: number, fontSize: number): string[] {
  const wanted = new Set(texts).size
  let best: { cut: string[]; apart: number } | undefined
  for (const share of HEAD_SHARES) {
    const cut = texts.map((text) => cutInside(text, width, fontSize, share))
    const apart = new Set(cut).size
    if (best === undefined || apart > best.apart) best = { cut, apart }
    if (apart === wanted) break
  }
  return best?.cut ?? []
}

function cutInside(text: string, width: number, fontSize: number, headShare: number): string {
  if (headShare === 1) return cutText(text, width, fontSize)
  if (textWidth(text, fontSize) <= width) return text
  const letters = [...text]
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const head = Math.max(1, Math.ceil(kept * headShare))
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
