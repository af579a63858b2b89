import type { LiveSeries, SeriesName } from '../../ports/decoded-batch.ts'

/** A series that is stored, by its name. */
export interface NamedRow {
  readonly id: string
  readonly number: number
  readonly identity: string | null
  readonly hasFormerName: boolean
}

interface Identified {
  readonly number: number
  readonly identity: string
}

export interface NamingPlan {
  /** Series that go on as a stored one. */
  readonly existing: ReadonlyMap<LiveSeries, number>
  /** Stored series that have an identity from now on, and no former name any more. */
  readonly changed: readonly Identified[]
  readonly added: readonly { readonly key: LiveSeries; readonly name: SeriesName }[]
}

export function possibleNames({ id, identity }: LiveSeries): string[] {
  return identity ? [id, identity.formerId, ...identity.otherwise.map((name) => name.id)] : [id]
}

/**
 * Names series that are not stored yet. A series with an identity continues the series that had its former name, unless several series of
 * the batch had that name, whose values are mixed in it. Otherwise it has its own name, or a longer one if that belongs to another series.
 */
export function nameSeries(keys: readonly LiveSeries[], rows: ReadonlyMap<string, NamedRow>): NamingPlan {
  const existing = new Map<LiveSeries, number>()
  const changed = new Map<number, Identified>()
  const added = new Map<string, { key: LiveSeries; name: SeriesName }>()
  const continueAs = ({ number }: NamedRow, key: LiveSeries): void => {
    existing.set(key, number)
    if (key.identity) changed.set(number, { number, identity: key.identity.hash })
  }
  for (const [id, successors] of successorsOf(keys)) {
    const row = rows.get(id)
    if (!row?.hasFormerName) continue
    if (successors.length === 1) continueAs(row, successors[0]!)
    // No series has this identity, so that none continues the mixture, even one with the same name
    else changed.set(row.number, { number: row.number, identity: `mixture ${row.number}` })
  }
  for (const key of keys) {
    if (existing.has(key)) continue
    const { identity } = key
    for (const name of [key, ...(identity?.otherwise ?? [])]) {
      const row = rows.get(name.id)
      const isFree = row === undefined && !added.has(name.id)
      if (isFree) added.set(name.id, { key, name })
      else if (row && (!identity || (row.identity === null && !changed.has(row.number)))) continueAs(row, key)
      else continue
      break
    }
  }
  return { existing, changed: [...changed.values()], added: [...added.values()] }
}

function successorsOf(keys: readonly LiveSeries[]): Map<string, LiveSeries[]> {
  const successors = new Map<string, LiveSeries[]>()
  for (const key of keys) {
    const { formerId } = key.identity ?? {}
    if (formerId === undefined) continue
    const others = successors.get(formerId)
    if (others) others.push(key)
    else successors.set(formerId, [key])
  }
  return successors
}
