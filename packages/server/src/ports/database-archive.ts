import type { Database } from './database.ts'

export interface AppliedMigration {
  readonly hash: string
  /** As drizzle has it: epoch milliseconds in the name of the migration. */
  readonly createdAt: number
}

/** Columns in the order in which their values stand in a line of the dump. */
export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface SequenceState {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** Everything needed before the first row of a dump is loaded into another database. */
export interface DatabaseShape {
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly DumpedTable[]
  readonly sequences: readonly SequenceState[]
}

/** A single-pass read; `rows` is available at its end. */
export interface TableDump {
  readonly chunks: AsyncIterable<Uint8Array>
  rows(): number
}

/** A snapshot of the whole database. While it is open, nothing that it references is removed from the other stores. */
export interface DatabaseSnapshot {
  readonly shape: DatabaseShape
  /** Reads the snapshot, unaffected by later changes. */
  readonly db: Database
  dump(table: DumpedTable): TableDump
  close(): Promise<void>
}

/** Fills an empty database in one transaction, which takes effect with `commit`. */
export interface DatabaseLoad {
  /** Whether it is a table of Omen: made by a migration. */
  has(table: DumpedTable): boolean
  load(table: DumpedTable): TableSink
  /** The table as it is now, to be compared with what was dumped. */
  dump(table: DumpedTable): TableDump
  commit(): Promise<void>
  close(): Promise<void>
}

export interface TableSink {
  write(chunk: Uint8Array): Promise<void>
  /** Returns the number of rows. */
  finish(): Promise<number>
}

export type SnapshotRefusal = 'another-backup' | 'other-version'
export type LoadRefusal = 'not-empty' | 'later-migration'

export class DatabaseArchiveError extends Error {
  readonly refusal: SnapshotRefusal | LoadRefusal

  constructor(refusal: SnapshotRefusal | LoadRefusal, message: string) {
    super(message)
    this.name = 'DatabaseArchiveError'
    this.refusal = refusal
  }
}

export interface DatabaseArchive {
  openSnapshot(): Promise<DatabaseSnapshot>
  openLoad(shape: DatabaseShape): Promise<DatabaseLoad>
}
