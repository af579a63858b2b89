import { describe, expect, it } from 'vitest'
import { storedTable, tableStatements } from './tables.ts'

describe('tableStatements', () => {
  it('makes one table each on a single node', () => {
    expect(tableStatements(null).map((sql) => /EXISTS (\w+) \(/.exec(sql)?.[1])).toEqual([
      'points',
      'scores',
      'row_scores',
    ])
  })

  it('makes a replicated table on every node of a cluster, and one over all of them that keeps a dataset on one shard', () => {
    const [local, whole] = tableStatements('main')
    expect(local).toMatch(
      /points_local ON CLUSTER main .*ReplicatedReplacingMergeTree\('\/clickhouse\/tables\/\{shard\}/,
    )
    expect(whole).toMatch(
      /points ON CLUSTER main .*Distributed\(main, currentDatabase\(\), points_local, cityHash64\(dataset\)\)/,
    )
  })

  it('deletes on the nodes of a cluster', () => {
    expect(storedTable('points', 'main')).toBe('points_local ON CLUSTER main')
  })

  it('refuses a cluster whose name is more than a name', () => {
    expect(() => tableStatements('main; DROP')).toThrow(RangeError)
  })
})
