import type { PartDamage } from '../../ports/point-store.ts'
import { partIn } from './broken-data.ts'
import { type ClickHouse, readRows } from './clickhouse.ts'
import { readTexts } from './native-block.ts'
import { detachedParts, storedTable } from './tables.ts'

/** ClickHouse moves a part that it cannot open to the folder `detached` of its table, and leaves it there. */
export async function listDamage(clickhouse: ClickHouse, cluster: string | null): Promise<PartDamage[]> {
  const rows = await readRows(
    clickhouse,
    `SELECT table, name, coalesce(nullIf(reason, ''), 'unreadable'), bytes_on_disk, path FROM ${detachedParts(cluster)} WHERE database = currentDatabase() ORDER BY table, name`,
  )
  return Promise.all(
    rows.map(async ([table, part, reason, bytes, path]) => ({
      kind: 'part' as const,
      table: table!.replace(/_local$/, ''),
      part: part!,
      reason: reason!,
      bytes: Number(bytes),
      datasets: await datasetsIn(clickhouse, path!),
    })),
  )
}

/** The smallest and the largest value of the columns in the partition's expression are files of their own. */
async function datasetsIn(clickhouse: ClickHouse, path: string): Promise<PartDamage['datasets']> {
  try {
    const bytes = await clickhouse.readPartFile(`${path}/minmax_dataset.idx`)
    if (bytes === undefined) return null
    const [first, last] = readTexts(bytes)
    return first && last ? { first, last } : null
  } catch {
    return null
  }
}

/**
 * Runs `read` until no part stands in its way: a part that cannot be read is detached, which moves it aside as it is. Gives up
 * when a failure names no part.
 */
export async function detachBroken(
  clickhouse: ClickHouse,
  cluster: string | null,
  read: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const failure = await read().then(
      () => undefined,
      (error: Error) => error,
    )
    if (failure === undefined) return
    const part = failure.cause instanceof Error ? partIn(failure.cause) : undefined
    if (part === undefined) throw failure
    const table = storedTable(part.table.replace(/_local$/, ''), cluster)
    await clickhouse.command(`ALTER TABLE ${table} DETACH PART '${part.name}'`)
  }
}
