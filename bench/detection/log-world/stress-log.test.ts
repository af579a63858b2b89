import { expect, it } from 'vitest'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import { judgeStress } from './judge-robustness.ts'
import type { LogSet } from './log-sets.ts'
import { stressLog } from './stress-log.ts'
import { swapWords } from './swap-words.ts'

const messages = Array.from({ length: 1000 }, (_, n) => `session ${n} opened for "user ${n}" by the daemon, code ${n}`)
const set: LogSet = {
  name: 'one',
  path: '',
  messages,
  lines: messages.map((message) => `Jan 1 host: ${message}`),
  truth: messages.map(() => ({ group: 'E1', text: '' })),
}

it('varies about one line in a hundred, and adds fifteen events', () => {
  const log = stressLog(set, createRandom(1))
  const odd = log.filter((one) => one.odd)
  expect(odd.length).toBeGreaterThan(3)
  expect(odd.length).toBeLessThan(25)
  expect(new Set(odd.map((one) => one.odd)).size).toBeGreaterThan(2)
  expect(new Set(log.filter(({ isNew }) => isNew).map(({ group }) => group)).size).toBe(15)
  expect(log.every(({ line, message }) => line === `Jan 1 host: ${message}`)).toBe(true)
  expect(stressLog(set, createRandom(1))).toEqual(log)
})

it('gives full marks to true groups, and none to one group of everything', () => {
  const byWords = (_: readonly string[], of: readonly string[]): string[] => {
    const events = new Map(stressLogs.flatMap((log) => log.map(({ message, group }) => [message, group] as const)))
    return of.map((message) => events.get(message)!)
  }
  const stressLogs = [5000, 5001, 5002].map((seed) => stressLog(set, createRandom(seed)))
  expect(judgeStress([set], byWords)).toMatchObject({ GA: 1, FGA: 1, apart: 1, events: 45 })
  expect(judgeStress([set], (lines) => lines.map(() => 1))).toMatchObject({ GA: 0, FGA: 0, apart: 0 })
})

it('replaces words by others of the same form, and leaves values and their notation', () => {
  const text = 'Session of user_7 opened: 15 ms, 0xBEEF at host7, Mon true, HTTP'
  const swapped = swapWords(text)
  expect(swapped).toMatch(/^[A-Z][a-z]{6} [a-z]{2} [a-z]{4}_7 [a-z]{6}: 15 ms, 0xBEEF [a-z]{2} host7, Mon true, HTTP$/)
  expect(swapped).not.toMatch(/Session|opened/)
  expect(swapWords('one two one')).toMatch(/^(\w+) \w+ \1$/)
})
