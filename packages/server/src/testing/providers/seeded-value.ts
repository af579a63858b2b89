/** Between 0 and 100 with two digits, the same for the same name and time: what a server says, and what a test knows. */
export function seededValue(name: string, time: number): number {
  let hash = 2166136261
  for (const character of `${name}@${time}`) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 16777619)
  }
  hash ^= hash >>> 15
  return ((Math.imul(hash, 2246822519) >>> 0) % 10_000) / 100
}
