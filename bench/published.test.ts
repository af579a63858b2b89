import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headlines as budgetHeadlines } from './budgets/headlines.ts'
import { budgets } from './budgets/index.ts'
import { headlines as methodHeadlines } from './detection/headlines.ts'
import { methods } from './detection/index.ts'
import { readResults } from './report/results.ts'
import { withTable } from './report/tables.ts'

describe.each([
  { page: 'README.md', results: 'budgets/results.json', headlines: budgetHeadlines, groups: budgets },
  { page: '../docs/guide/accuracy.md', results: 'detection/results.json', headlines: methodHeadlines, groups: methods },
])('the table of $page', ({ page, results, headlines, groups }) => {
  const outcomes = readResults(join(import.meta.dirname, results))

  it('shows the figures of the results', () => {
    const text = readFileSync(join(import.meta.dirname, page), 'utf8')
    expect(text).toBe(withTable(text, headlines(outcomes)))
  })

  it('has only groups that exist, in their order', () => {
    const names = groups.map(({ name }) => name)
    expect(outcomes.map(({ name }) => name)).toEqual(names.filter((name) => outcomes.some((one) => one.name === name)))
  })
})
