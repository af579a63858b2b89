import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Unpredictable values: identities, secrets, codes. */
export interface Random {
  id(): string
  /** `bytes` random bytes in base64url. */
  secret(bytes?: number): string
  /** A whole number in [0, limit). */
  below(limit: number): number
}

export const systemRandom: Random = {
  id: () => randomUUID(),
  secret: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  below: (limit) => randomInt(limit),
}

export function pickFrom(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join('')
}
