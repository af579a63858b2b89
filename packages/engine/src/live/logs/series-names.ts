/** Characters of a series name that is made of a template. */
const most = 40

/**
 * A name for the series that counts a template: its constant words and its id, as "lines_payment_failed_for_12". The words are those of its text
 * when the name is given.
 */
export function nameSeries(text: string, id: number): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let name = 'lines'
  for (const word of words) {
    if (name.length + word.length >= most) break
    name += `_${word}`
  }
  return `${name}_${id}`
}
