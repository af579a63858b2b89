import { eq } from 'drizzle-orm'
import { logTemplateAliases } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** What the template ids of counts and findings are now. */
export interface TemplateIds {
  resolve(id: number): number
  /** The ids under which lines of these templates were counted. */
  formerOf(ids: readonly number[]): number[]
}

/** Of a project; those of a file stay what they are. */
export async function readTemplateIds({ db }: Pick<Context, 'db'>, sourceId: string): Promise<TemplateIds> {
  const rows = await db.select().from(logTemplateAliases).where(eq(logTemplateAliases.sourceId, sourceId))
  const now = new Map(rows.map(({ id, now: next }) => [id, next]))
  const resolve = (id: number): number => {
    let at = id
    // A chain of any length; one that leads back to itself cannot be
    for (let steps = 0; steps < now.size && now.has(at); steps++) at = now.get(at)!
    return at
  }
  const former = new Map<number, number[]>()
  for (const { id } of rows) {
    const at = resolve(id)
    former.set(at, [...(former.get(at) ?? []), id])
  }
  return { resolve, formerOf: (ids) => ids.flatMap((id) => [id, ...(former.get(id) ?? [])]) }
}
