import { describe, expect, it } from 'vitest'
import { requiredSettings, storedTable, tableStatements } from './tables.ts'

describe('tableStatements', () => {
  it('makes one table each on a single node', () => {
    expect(tableStatements(null).map((sql) => /EXISTS (\w+) \(/.exec(sql)?.[1])).toEqual([
      'points',
      'scores',
      'row_scores',
      'live_points',
      'live_scores',
      'log_lines',
      'log_counts',
      'probe',
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

  it('has every table synced before an insert is acknowledged and a merged part replaces others', () => {
    for (const settings of requiredSettings(null).values())
      expect(settings).toEqual(
        expect.arrayContaining([
          'fsync_after_insert = 1',
          'fsync_part_directory = 1',
          'min_rows_to_fsync_after_merge = 1',
          'min_compressed_bytes_to_fsync_after_merge = 1',
        ]),
      )
  })

  it('deletes on the nodes of a cluster', () => {
    expect(storedTable('points', 'main')).toBe('points_local ON CLUSTER main')
  })

  it('refuses a cluster whose name is more than a name', () => {
    expect(() => tableStatements('main; DROP')).toThrow(RangeError)
  })
})
