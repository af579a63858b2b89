import type { NativeType, NumberArray } from './native-block.ts'

/** The columns of an answer, of these types, in order. Rejects with `DatasetDamagedError` where stored data of the dataset cannot be read. */
export type SelectColumns = <T extends readonly NumberArray[]>(
  dataset: string,
  types: readonly NativeType[],
  sql: string,
) => Promise<T>
