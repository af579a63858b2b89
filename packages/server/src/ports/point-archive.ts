export interface PointDigest {
  readonly rows: number
  /** 16 hexadecimal digits, of the set of rows: the order and the number of writes make no difference. */
  readonly checksum: string
}

export interface PointBlock {
  readonly rows: number
  readonly bytes: Uint8Array
}

/**
 * Whole datasets and sources as bytes, to be kept elsewhere and brought back. `owner` is the dataset or, for live points, the
 * source. Reads reject with `DatasetDamagedError` where the store cannot read what it has.
 */
export interface PointArchive {
  /** Written once and then only read, by dataset. */
  readonly datasetTables: readonly string[]
  /** Written all the time, by source. */
  readonly liveTables: readonly string[]
  /** In the order of the key, each block some MB; a row that was replaced is left out. */
  read(table: string, owner: string): AsyncIterable<PointBlock>
  write(table: string, owner: string, bytes: Uint8Array): Promise<void>
  digest(table: string, owner: string): Promise<PointDigest>
  isEmpty(): Promise<boolean>
}
