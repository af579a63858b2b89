import { expect, it } from 'vitest'
import { tilesOf } from './tiles-of.ts'

it('has a tile for each known system and each of one’s own, whatever its case, the fullest first', () => {
  const tiles = tilesOf([
    { system: 'kafka', count: 2 },
    { system: 'mysql', count: 1 },
    { system: '', count: 9 },
  ])
  expect(tiles.map(({ system, count }) => `${system} ${count}`)).toEqual([
    ...['kafka 2', 'mysql 1', 'Apache 0', 'Cassandra 0', 'Hadoop 0', 'HDFS 0', 'Spark 0', 'Tomcat 0'],
  ])
})
