/** A masked message as words and the gaps around them: `gaps[i]` stands before `words[i]`, the last gap closes. */
export type WordLine = { readonly words: readonly string[]; readonly gaps: readonly string[] }

const WORD = /(?:[^\s.=:,;()[\]{}<>"'|，。：；（）“”、【】]|(?<!\.)\.(?=[^\s.=:,;()[\]{}<>"'|，。：；（）“”、【】]))+/g

/** Splits a masked message into words and gaps; full stops that end a word, stand before punctuation or come in rows belong to the gaps. */
export function splitWords(masked: string): WordLine {
  const words: string[] = []
  const gaps: string[] = []
  let end = 0
  for (const match of masked.matchAll(WORD)) {
    const text = match[0]
    gaps.push(masked.slice(end, match.index))
    words.push(text)
    end = match.index + text.length
  }
  gaps.push(masked.slice(end))
  return { words, gaps }
}
