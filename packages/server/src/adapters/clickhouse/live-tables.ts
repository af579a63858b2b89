import { join } from 'node:path'
import type { EncodedBlock, JournalDamage } from '../../ports/point-store.ts'
import { type BlockJournal, openBlockJournal } from './block-journal.ts'
import { SPREAD_LIVE_POINTS, SPREAD_LIVE_SCORES, STORE_LOG_COUNTS, STORE_LOG_LINES } from './insert-sql.ts'
import { listJournalDamage } from './journal-found.ts'
import type { StoreLive } from './live-points.ts'
import { LIVE_SCORE_STRUCTURE, LIVE_STRUCTURE, LOG_COUNT_STRUCTURE, LOG_STRUCTURE } from './point-codec.ts'

/** How blocks of the tables that are written in small batches are read. */
const TABLES: Readonly<Record<LiveTable, { readonly select: string; readonly structure: string }>> = {
  live_points: { select: SPREAD_LIVE_POINTS, structure: LIVE_STRUCTURE },
  live_scores: { select: SPREAD_LIVE_SCORES, structure: LIVE_SCORE_STRUCTURE },
  log_lines: { select: STORE_LOG_LINES, structure: LOG_STRUCTURE },
  log_counts: { select: STORE_LOG_COUNTS, structure: LOG_COUNT_STRUCTURE },
}

/** Of each table: about ten million points. */
const MAX_WAITING_BYTES = 192 * 1_048_576

type LiveTable = 'live_points' | 'live_scores' | 'log_lines' | 'log_counts'

export interface LiveTables {
  readonly store: Readonly<Record<LiveTable, StoreLive>>
  /** Before a statement that is to see all rows that were stored for a source, or for any. Rejects where that is impossible now. */
  settle(source?: string): Promise<void>
  /** Files of the journals that were set aside. */
  damage(): Promise<JournalDamage[]>
  close(): Promise<void>
}

export interface LiveTablesOptions {
  /** Of the point store, where it has one: batches are then gathered in `journal/` before they become parts. */
  readonly folder: string | undefined
  insert(table: LiveTable, select: string, structure: string, block: Uint8Array): Promise<void>
  isFull(error: unknown): boolean
  /** Takes note of a file of a journal that was set aside. */
  onSetAside(name: string): void
}

/** Tables that are there already. */
export async function openLiveTables(options: LiveTablesOptions): Promise<LiveTables> {
  const insertInto = (table: LiveTable, block: Uint8Array): Promise<void> =>
    options.insert(table, TABLES[table].select, TABLES[table].structure, block)
  const { folder, isFull, onSetAside } = options
  if (folder === undefined) {
    const storeIn =
      (table: LiveTable): StoreLive =>
      (_, { bytes }) =>
        insertInto(table, bytes)
    return { store: mapTables(storeIn), settle: async () => {}, damage: async () => [], close: async () => {} }
  }
  const found = join(folder, 'found')
  const journals: BlockJournal[] = []
  const store: Partial<Record<LiveTable, StoreLive>> = {}
  for (const table of tableNames) {
    const journal = await openBlockJournal({
      folder: join(folder, 'journal', table),
      found,
      onSetAside,
      insert: (blocks) => insertInto(table, blocks),
      isFull,
      maxWaitingBytes: MAX_WAITING_BYTES,
    })
    journals.push(journal)
    store[table] = (sources, { bytes }: EncodedBlock) => journal.append(sources, bytes)
  }
  const every = async (act: (journal: BlockJournal) => Promise<void>): Promise<void> => {
    await Promise.all(journals.map(act))
  }
  return {
    store: store as Record<LiveTable, StoreLive>,
    settle: (source) => every((journal) => journal.settle(source)),
    damage: () => listJournalDamage(found),
    close: () => every((journal) => journal.close()),
  }
}

const tableNames = Object.keys(TABLES) as LiveTable[]

function mapTables<T>(make: (table: LiveTable) => T): Record<LiveTable, T> {
  return Object.fromEntries(tableNames.map((table) => [table, make(table)])) as Record<LiveTable, T>
}
