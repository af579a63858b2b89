import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
/** Ids of the faults that are not as they should be. */
const idsOf = (isWrong: (fault: Fault) => boolean): string[] => FAULTS.filter(isWrong).map(({ id }) => id)

it('lists at least sixty faults, each under an id of its own', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length)
})

it('finds the text of each fault exactly once in its file, and changes it', () => {
  expect(idsOf(({ file, find }) => !existsSync(join(root, file)) || read(file).split(find).length !== 2)).toEqual([])
  expect(idsOf(({ find, replace }) => find === replace)).toEqual([])
})

it('names for each fault tests of the short tier that exist', () => {
  const isShort = (test: string): boolean => /(?<!\.long)\.test\.tsx?$/.test(test) && existsSync(join(root, test))
  expect(idsOf(({ tests }) => tests.length === 0 || !tests.every(isShort))).toEqual([])
  const hasTitle = ({ tests, title = '' }: Fault): boolean => tests.some((test) => read(test).includes(title))
  expect(idsOf((fault) => !hasTitle(fault))).toEqual([])
})
