/** The bytes of a text in UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text)
  const bytes: number[] = []
  for (let at = 0; at < escaped.length; at++) {
    const isEscape = escaped[at] === '%'
    bytes.push(isEscape ? Number.parseInt(escaped.slice(at + 1, at + 3), 16) : escaped.charCodeAt(at))
    if (isEscape) at += 2
  }
  return Uint8Array.from(bytes)
}
