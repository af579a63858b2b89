import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Measurement } from '../budget.ts'
import { describeMachine } from './machine.ts'
import type { Outcome } from './outcome.ts'
import { readResults, updateResults } from './results.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omen-results-'))
  path = join(folder, 'results.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const head = (name: string) => ({ name, title: name, machine: describeMachine(new Date(0)) })
const measured = (name: string, ...figures: number[]): Outcome => {
  const measurements = figures.map(
    (figure, index): Measurement => ({ what: `figure ${index}`, unit: 's', measured: figure }),
  )
  return { ...head(name), measurements }
}

it('replaces the figures of a group that was measured and keeps those of the others, in the order of the names', () => {
  updateResults(path, [measured('b', 1), measured('a', 2)], ['a', 'b'])
  updateResults(path, [measured('b', 3)], ['a', 'b'])
  expect(readResults(path)).toEqual([measured('a', 2), measured('b', 3)])
})

it('keeps the older figures of a group that could not be measured', () => {
  updateResults(path, [measured('a', 2)], ['a', 'b'])
  const missing = (name: string): Outcome => ({ ...head(name), missing: 'no data' })
  updateResults(path, [missing('a'), missing('b')], ['a', 'b'])
  expect(readResults(path)).toEqual([measured('a', 2), missing('b')])
})

it('removes the figures of a group that no longer exists', () => {
  updateResults(path, [measured('a', 2), measured('b', 1)], ['a', 'b'])
  updateResults(path, [], ['b'])
  expect(readResults(path)).toEqual([measured('b', 1)])
})

it('writes a figure a line, and an infinite one as 1e9', () => {
  updateResults(path, [measured('a', 2, Number.POSITIVE_INFINITY)], ['a'])
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(7)
  expect(readResults(path)).toEqual([measured('a', 2, 1e9)])
})

it('has no figures without a file', () => {
  expect(readResults(path)).toEqual([])
})
