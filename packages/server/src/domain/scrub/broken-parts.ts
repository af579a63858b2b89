import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PartDamage, PointDamage } from '../../ports/point-store.ts'
import { datasets, upkeep } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { scrubItem } from './pass.ts'

const TASK = 'broken parts'
const TABLES_OF_DATASETS: ReadonlySet<string> = new Set(['points', 'scores', 'row_scores'])

/**
 * Compares the datasets of parts that the point store set aside when it opened, and repairs them where their file is still
 * there: damage must not wait for the next pass, or for a reader, to be known. Each part is looked at once.
 */
export async function scrubBrokenParts(ctx: Context, signal?: AbortSignal): Promise<void> {
  const parts = (await ctx.points.damage()).filter(holdsDatasets)
  const done = await readDone(ctx)
  const fresh = parts.filter((part) => !done.has(nameOf(part)))
  if (fresh.length === 0) return
  for (const { id } of await findDatasets(ctx, fresh)) {
    signal?.throwIfAborted()
    await scrubItem(ctx, { kind: 'dataset', id }, signal)
  }
  await saveDone(ctx, parts.map(nameOf))
}

function holdsDatasets(damage: PointDamage): damage is PartDamage {
  return damage.kind === 'part' && TABLES_OF_DATASETS.has(damage.table)
}

function nameOf({ table, part }: PartDamage): string {
  return `${table}/${part}`
}

/** All datasets where a part does not tell which ones it held. */
function findDatasets({ db }: Pick<Context, 'db'>, parts: readonly PartDamage[]): Promise<{ id: string }[]> {
  const isHeld = parts.every((part) => part.datasets !== null)
    ? or(...parts.map(({ datasets }) => within(datasets!)))
    : undefined
  return db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.state, 'ready'), isHeld))
    .orderBy(asc(datasets.id))
}

/** The point store orders texts by their bytes. */
function within({ first, last }: NonNullable<PartDamage['datasets']>): SQL {
  return sql`${datasets.id} collate "C" between ${first} and ${last}`
}

async function readDone({ db }: Pick<Context, 'db'>): Promise<Set<string>> {
  const [row] = await db.select().from(upkeep).where(eq(upkeep.task, TASK))
  return new Set(row?.value as string[] | undefined)
}

async function saveDone({ db, clock }: Pick<Context, 'db' | 'clock'>, value: string[]): Promise<void> {
  const updatedAt = clock.now()
  await db
    .insert(upkeep)
    .values({ task: TASK, value, updatedAt })
    .onConflictDoUpdate({ target: upkeep.task, set: { value, updatedAt } })
}
