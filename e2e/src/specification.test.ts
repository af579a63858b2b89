import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from './harness/omen-server.ts'
import { SPECIFICATION_NAMES } from './specification-names.ts'

interface Row {
  readonly name: string
  readonly where: string
  readonly test: string
  readonly title: string
}

/** Rows of the page, by the heading that they stand under. */
function readPage(): Map<string, Row[]> {
  const page = readFileSync(join(repository, 'docs/specification.md'), 'utf8')
  const sections = new Map<string, Row[]>()
  for (const part of page.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = part.split('\n')
    const cells = lines.filter((line) => line.startsWith('| ')).map(cellsOf)
    sections.set(heading, cells.slice(1).map(rowOf))
  }
  return sections
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function rowOf([name = '', , where = '', shown = '']: string[]): Row {
  const [, test = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? []
  return { name, where: where.replaceAll('`', ''), test, title }
}

/** Whether a file has a test of that title that is not left out. */
function hasTest(file: string, title: string): boolean {
  const text = readFileSync(join(repository, file), 'utf8')
  const quoted = ["'", '"', '`'].map((quote) => text.indexOf(quote + title + quote)).filter((at) => at >= 0)
  return quoted.some((at) => {
    const before = text.slice(Math.max(0, at - 2000), at)
    const start = Math.max(before.lastIndexOf(' it'), before.lastIndexOf('test'), before.lastIndexOf('\nit'))
    return start >= 0 && !/^\s*(it|test)\.(skip|todo|fails)\b/.test(before.slice(start))
  })
}

const page = readPage()
const OPERATIONS = SPECIFICATION_NAMES['Section 7: operations'] ?? []

describe('docs/specification.md', () => {
  it.each(Object.entries(SPECIFICATION_NAMES))(
    'has a row for each name of %s, and for nothing else',
    (section, names) => {
      expect(page.get(section)?.map(({ name }) => name)).toEqual(names)
    },
  )

  it('has no section that the list of names does not have', () => {
    expect([...page.keys()]).toEqual(Object.keys(SPECIFICATION_NAMES))
  })

  it.each([...page].flatMap(([section, rows]) => rows.map((row) => [section, row.name, row] as const)))(
    '%s: what "%s" names exists, and a test shows it',
    (_section, _name, { where, test, title }) => {
      expect([where, existsSync(join(repository, where))]).toEqual([where, true])
      expect([test, existsSync(join(repository, test))]).toEqual([test, true])
      expect([title, hasTest(test, title)]).toEqual([title, true])
    },
  )

  it('names the 36 operations, each of which the API describes', () => {
    expect(OPERATIONS).toHaveLength(36)
    const { paths } = JSON.parse(readFileSync(join(repository, 'packages/server/src/generated/openapi.json'), 'utf8'))
    expect(OPERATIONS.filter((name) => !(`/${name}` in paths))).toEqual([])
  })
})
