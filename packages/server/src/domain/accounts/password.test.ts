import { password as rule } from '@omen/sdk/rules'
import { expect, test } from 'vitest'
import { systemRandom } from '../../ports/random.ts'
import { hashPassword, makePassword, passwordMatches } from './password.ts'

const cheap = { passwordMemoryKib: 1024, passwordPasses: 1 }
const dear = { passwordMemoryKib: 65_536, passwordPasses: 3 }

test('stores argon2id hashes that only the same password matches', async () => {
  const hash = await hashPassword(cheap, 'Right_pass1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  expect(await passwordMatches(cheap, hash, 'Right_pass1')).toBe(true)
  expect(await passwordMatches(cheap, hash, 'Right_pass2')).toBe(false)
})

test('takes as long where there is no hash', async () => {
  const hash = await hashPassword(dear, 'Right_pass1')
  const withHash = await timeOf(() => passwordMatches(dear, hash, 'Wrong_pass1'))
  const without = await timeOf(() => passwordMatches(dear, undefined, 'Wrong_pass1'))
  expect(without).toBeGreaterThan(withHash / 4)
})

test('every password it makes fits the rule', () => {
  const made = Array.from({ length: 200 }, () => makePassword(systemRandom))
  expect(made.filter((password) => !rule.test(password))).toEqual([])
  expect(new Set(made).size).toBe(200)
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}
