import { expect, it } from 'vitest'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { rethrowAsDamaged } from './broken-data.ts'

const IN_PART = '(while reading from part /data/store/b90/b90d350e/0_110_110_0/ in table default.points (b90d350e))'

it('takes a bad sector for damage, and names the part', () => {
  const error = new Error(
    `Code: 74. DB::ErrnoException: Cannot read from file 71, errno: 5, strerror: Input/output error: ${IN_PART}: While executing MergeTreeSelect. (CANNOT_READ_FROM_FILE_DESCRIPTOR)`,
  )
  expect(() => rethrowAsDamaged('ds_1', error)).toThrow(DatasetDamagedError)
  expect(() => rethrowAsDamaged('ds_1', error)).toThrow('part points/0_110_110_0: CANNOT_READ_FROM_FILE_DESCRIPTOR')
})

it('rethrows an error of a server that has too much to do as it is', () => {
  const error = new Error(`Code: 76. DB::ErrnoException: Cannot open file, errno: 24: ${IN_PART}. (CANNOT_OPEN_FILE)`)
  expect(() => rethrowAsDamaged('ds_1', error)).toThrow(error)
})
