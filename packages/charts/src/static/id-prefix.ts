/** A short hash of the content: FNV-1a over a text, in base 36. */
export function idPrefixOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `c${(hash >>> 0).toString(36)}`
}
