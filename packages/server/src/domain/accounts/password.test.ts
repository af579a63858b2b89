import { password as rule } from '@omen/sdk/rules'
import { expect, test } from 'vitest'
import { systemRandom } from '../../ports/random.ts'
import { hashPassword, makePassword, passwordMatches } from './password.ts'

const CHEAP = { passwordMemoryKib: 1024, passwordPasses: 1 }

test('stores argon2id hashes that only the same password matches', async () => {
  const hash = await hashPassword(CHEAP, 'Right_pass1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  expect(await passwordMatches(CHEAP, hash, 'Right_pass1')).toBe(true)
  expect(await passwordMatches(CHEAP, hash, 'Right_pass2')).toBe(false)
})

test('hashes at the full cost without a stored hash, so that timing reveals nothing', async () => {
  const made: unknown[] = []
  const makeHash = async (...given: unknown[]) => String(made.push(given))
  expect(await passwordMatches(CHEAP, undefined, 'Wrong_pass1', makeHash)).toBe(false)
  expect(made).toEqual([['Wrong_pass1', { memoryCost: 1024, timeCost: 1, parallelism: 1 }]])
})

test('every password it makes fits the rule', () => {
  const made = Array.from({ length: 200 }, () => makePassword(systemRandom))
  expect(made.filter((password) => !rule.test(password))).toEqual([])
  expect(new Set(made).size).toBe(200)
})
