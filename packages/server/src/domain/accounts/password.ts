import { hash, verify } from '@node-rs/argon2'
import type { Settings } from '../../config/settings.ts'
import { pickFrom, type Random } from '../../ports/random.ts'

type Costs = Pick<Settings, 'passwordMemoryKib' | 'passwordPasses'>

// Without letters and digits that look alike: people read these off a screen.
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SPECIALS = '!@#$%^&*_'

export function hashPassword(costs: Costs, password: string): Promise<string> {
  return hash(password, optionsOf(costs))
}

/** Takes the same time without a hash, so that timing does not reveal whether an account exists. */
export async function passwordMatches(
  costs: Costs,
  storedHash: string | undefined,
  password: string,
  makeHash: typeof hash = hash,
): Promise<boolean> {
  if (storedHash !== undefined) return verify(storedHash, password)
  await makeHash(password, optionsOf(costs))
  return false
}

/** A password that fits the rules: some of each kind, in random places. */
export function makePassword(random: Random, length = 16): string {
  const required = [LOWER, UPPER, DIGITS, SPECIALS].map((alphabet) => pickFrom(random, alphabet, 1))
  const rest = [...pickFrom(random, LOWER + UPPER + DIGITS, length - required.length)]
  return shuffled(random, [...required, ...rest]).join('')
}

/** The algorithm is argon2id where none is named. */
function optionsOf(costs: Costs): Parameters<typeof hash>[1] {
  return {
    memoryCost: costs.passwordMemoryKib,
    timeCost: costs.passwordPasses,
    parallelism: 1,
  }
}

function shuffled<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}
