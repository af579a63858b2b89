/** A new key for one logical call: 128 random bits in hex. `crypto.randomUUID` is missing on plain-HTTP pages. */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
