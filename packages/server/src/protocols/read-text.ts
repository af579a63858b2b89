import { isUtf8 } from 'node:buffer'

/** A body as text. Of one that is not UTF-8, bytes that cannot be read are replaced: a line is worth more than its umlauts. */
export function readText(body: Uint8Array, notes: { note(text: string): void }): string {
  if (!isUtf8(body)) notes.note('The body is not valid UTF-8: bytes that cannot be read were replaced.')
  return new TextDecoder().decode(body)
}
