import { expect, it } from 'vitest'
import { lengthMs } from './rollout-atoms.ts'
import { rolloutCommand } from './rollout-command.ts'

const CHECK = {
  projectName: 'shop',
  at: Date.UTC(2026, 10, 20, 10, 42),
  before: '',
  after: '',
  settle: '',
  instances: [],
}

it('writes the command of a check, with what differs from the defaults', () => {
  expect(rolloutCommand(CHECK)).toBe('omen rollout check --project shop --at 2026-11-20T10:42:00.000Z --fail-on worse')
  expect(rolloutCommand({ ...CHECK, before: '1d', after: '30m', settle: '5m', instances: ['a', 'b'] })).toContain(
    '--before 1d --after 30m --settle 5m --treated a,b --fail-on worse',
  )
})
it('quotes names for a shell', () => {
  expect(rolloutCommand({ ...CHECK, projectName: "bob's; rm -rf /" })).toContain(`--project 'bob'\\''s; rm -rf /'`)
})
it('reads lengths', () => {
  expect(['30m', '6h', '7d', '', 'x'].map(lengthMs)).toEqual([1_800_000, 21_600_000, 604_800_000, undefined, undefined])
})
