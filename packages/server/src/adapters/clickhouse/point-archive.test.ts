import { expect, it } from 'vitest'
import { ARCHIVED_TABLES } from './point-archive.ts'
import { ownerColumns, tableStatements } from './tables.ts'

it('archives every column of every table but the one that only takes test writes', () => {
  const tables = tableStatements(null).map((sql) => {
    const [, name, columns] = /EXISTS (\w+) \((.*)\) ENGINE/.exec(sql)!
    const found = [...columns!.matchAll(/(?:^|, )(?!INDEX )(\w+) (\w+)(?: |$)/g)].map(([, column, type]) => [
      column,
      type,
    ])
    return [name, Object.fromEntries(found)] as const
  })
  expect(Object.keys(ARCHIVED_TABLES)).toEqual([...ownerColumns.keys()])
  expect(ARCHIVED_TABLES).toEqual(Object.fromEntries(tables.filter(([name]) => name !== 'probe')))
})
