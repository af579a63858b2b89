/** FNV-1a over bytes, 32 bits: finds damage, not forgery. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let k = 0; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k]!, 0x01000193)
  return hash >>> 0
}
