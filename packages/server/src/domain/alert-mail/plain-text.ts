/** Characters that end a line, move or hide what follows, or turn its direction around. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

/** A name or a sentence on one line that says nothing but its letters. */
export function plainText(text: string): string {
  return text.replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}

const segmenter = new Intl.Segmenter()

/** The text if it has no more characters (UTF-16), else as many clauses of it as fit, else its beginning with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const clauses = text.split(/(?<=[,;:]) |(?<=[，；：。])/)
  let kept = ''
  for (const clause of clauses) {
    const longer = kept === '' ? clause : `${kept}${/[，；：。]$/.test(kept) ? '' : ' '}${clause}`
    if (longer.replace(/[,;:，；：。]$/, '').length > max) break
    kept = longer
  }
  if (kept !== '') return kept.replace(/[,;:，；：。]$/, '')
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    if (cut.length + segment.length >= max) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}
