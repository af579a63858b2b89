import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Budget } from './budget.ts'
import { budgets } from './budgets/index.ts'
import { methods } from './detection/index.ts'
import { measureAll, type Published } from './measure-all.ts'
import { readResults } from './report/results.ts'

it('calls no two measurements by one name, since results are kept by it', () => {
  const names = [...budgets, ...methods].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

describe('measuring budgets', () => {
  let folder: string
  let published: Published
  let printed: string[]
  const print = (text: string) => printed.push(text)
  const measured: string[] = []
  const budget = (name: string, figure: number): Budget => ({
    name,
    title: `Title of ${name}`,
    run: async () => {
      measured.push(name)
      return [{ what: 'start', unit: 's', measured: figure, goal: { atMost: 2 } }]
    },
  })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'omen-measure-'))
    const page = join(folder, 'page.md')
    writeFileSync(page, '<!-- results: written by run.ts -->\n<!-- end of results -->\n')
    published = {
      results: join(folder, 'results.json'),
      page,
      headlines: (outcomes) => outcomes.map(({ name }) => name).join(' '),
    }
    printed = []
    measured.length = 0
  })
  afterEach(() => {
    process.exitCode = undefined
    rmSync(folder, { recursive: true })
  })

  it('writes the figures of those that are named, and the table of all of them', async () => {
    await measureAll([budget('fast', 1), budget('slow', 3)], [], published, print)
    await measureAll([budget('fast', 1.5), budget('slow', 3)], ['fast'], published, print)
    expect(measured).toEqual(['fast', 'slow', 'fast'])
    expect(readResults(published.results)).toMatchObject([
      { name: 'fast', measurements: [{ measured: 1.5 }] },
      { name: 'slow', measurements: [{ measured: 3 }] },
    ])
    expect(readFileSync(published.page, 'utf8')).toContain('\n\nfast slow\n\n')
  })

  it('ends with 1 if a goal was missed, and with 0 otherwise', async () => {
    await measureAll([budget('fast', 1), budget('slow', 3)], [], published, print)
    expect(process.exitCode).toBe(1)
    await measureAll([budget('fast', 1), budget('slow', 3)], ['fast'], published, print)
    expect(process.exitCode).toBe(0)
  })

  it('prints the last figures and measures nothing with --last', async () => {
    await measureAll([budget('fast', 1), budget('slow', 3)], [], published, print)
    measured.length = 0
    printed.length = 0
    await measureAll([budget('fast', 1), budget('slow', 3)], ['--last', 'slow'], published, print)
    expect(measured).toEqual([])
    expect(printed.join('\n')).toMatch(/Title of slow[\s\S]*3 s {2}≤ 2 s {2}missed/)
    expect(printed.join('\n')).not.toContain('Title of fast')
  })
})
