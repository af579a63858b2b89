import { DatasetDamagedError } from '../../ports/point-store-errors.ts'

/** Errors that ClickHouse reports when a file of a part is truncated, missing, changed or on a bad sector. */
const CODES =
  /\b(CHECKSUM_DOESNT_MATCH|CORRUPTED_DATA|CANNOT_READ_ALL_DATA|CANNOT_READ_FROM_FILE_DESCRIPTOR|ATTEMPT_TO_READ_AFTER_EOF|CANNOT_DECOMPRESS|UNEXPECTED_END_OF_FILE|FILE_DOESNT_EXIST|TOO_LARGE_SIZE_COMPRESSED|UNKNOWN_COMPRESSION_METHOD|UNKNOWN_CODEC|BAD_SIZE_OF_FILE_IN_DATA_PART|SIZES_OF_MARKS_FILES_ARE_INCONSISTENT|SIZES_OF_COLUMNS_DOESNT_MATCH)\b/

/** Rethrows a failed read, as damage of the dataset when the stored data is the cause. */
export function rethrowAsDamaged(dataset: string, error: Error & { type?: string }): never {
  const code = CODES.exec(`${error.type ?? ''} ${error.message}`)?.[0]
  if (code === undefined) throw error
  const part = partIn(error)
  throw new DatasetDamagedError(dataset, part ? `part ${part.table}/${part.name}: ${code}` : code, error)
}

/** The part that a message of ClickHouse names, as in "while reading from part /data/…/0_1_1_0/ in table default.points (…)". */
export function partIn(error: Error): { table: string; name: string } | undefined {
  const found = /part \S*?([\w-]+)\/? in table (?:[\w`]+\.)?`?(\w+)`?/.exec(error.message)
  return found === null ? undefined : { name: found[1]!, table: found[2]! }
}
