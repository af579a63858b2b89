/** Control characters, and those that hide or reorder text: tags, joiners, directions, variation selectors. */
const unseen = /(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\p{Variation_Selector})+/gu

/** A text as a reader sees it, on one line and no longer than `most` characters. */
export function plainText(text: string, most: number): string {
  const line = text.replace(unseen, ' ').replace(/\s+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** Every text of a value, those of names of fields left as they are. */
export function plainValue(value: unknown, most: number): unknown {
  if (typeof value === 'string') return plainText(value, most)
  if (Array.isArray(value)) return value.map((one) => plainValue(one, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one, most)]))
}
