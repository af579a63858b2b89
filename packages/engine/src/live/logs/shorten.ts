/** The first characters of a text, never half of one: so much is stored as JSON. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalf = /[\ud800-\udbff]/.test(text[most - 1]!)
  return text.slice(0, isHalf ? most - 1 : most)
}
