/** What a made-up metric measures at a time, the same for ever: a daily wave around a level of its own, and noise. */
export function seededValue(name: string, time: number): number {
  const level = 20 + 60 * hashUnit(name)
  const wave = Math.sin((2 * Math.PI * time) / 86_400_000 + 6 * hashUnit(`${name} phase`))
  const noise = hashUnit(`${name} ${time}`) - 0.5
  return Math.round((level + 0.3 * level * wave + 0.1 * level * noise) * 1000) / 1000
}

/** FNV-1a, from 0 up to 1. */
function hashUnit(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32
}
