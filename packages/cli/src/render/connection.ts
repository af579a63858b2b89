import type { Backfill, Collection, Connection } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { relative, timeWriter } from './clock-times.ts'
import { percent } from './figures.ts'
import { plain } from './plain.ts'
import type { View } from './view.ts'

/** What a project fetches, how far it has come, and what stands in its way. */
export function renderConnection({ projectName, collection, settings, secrets }: Connection, view: View): string {
  const { name, fields } = connectors[collection.connector]
  const labelOf = (field: string): string => fields.find((one) => one.name === field)?.label.en ?? field
  const given = Object.entries(settings).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${labelOf(field)}: ${plain(String(one))}`),
  )
  const keys = secrets.map((field) => (field === 'serviceAccount' ? 'filename' : field)).map(labelOf)
  return [
    `${view.paint.bold(plain(projectName))} fetches from ${name}`,
    ...describeFault(collection, view),
    describePosition(collection, view),
    ...given,
    ...(keys.length > 0 ? [`Secrets that are set: ${keys.join(', ')}`] : []),
    describeBackfill(collection.backfill, view),
  ].join('\n')
}

/** "All up to 2026-11-20 12:59:00 is fetched; fetches in 40s". */
export function describePosition({ collectedTo, nextAt }: Collection, { io }: Pick<View, 'io'>): string {
  const now = io.clock.now()
  const write = timeWriter(io.timeZone, { from: collectedTo, to: now, intervalMs: 1000 })
  const next = nextAt <= now ? 'fetches now' : `fetches ${relative(nextAt, now)}`
  return `All up to ${write.full(collectedTo)} (${write.zone}) is fetched; ${next}`
}

/** What stands in the way and since when; nothing where all is well. */
function describeFault({ fault, faultSince, sentence }: Collection, { paint, io }: View): string[] {
  if (fault === null) return []
  const write = timeWriter(io.timeZone, { from: faultSince ?? 0, to: io.clock.now() })
  const since = faultSince === null ? '' : ` since ${write.full(faultSince)}`
  const what = fault === 'leftOut' ? 'Incomplete' : 'Cannot fetch'
  return [paint.red(`${what}${since}: ${plain(sentence ?? fault)}`)]
}

/** "Back-fill running, 42.5 % of 2026-10-21 00:00 to 2026-11-20 00:00", with what stands in its way. */
export function describeBackfill(backfill: Backfill | null, { io }: Pick<View, 'io'>): string {
  if (backfill === null) return 'No back-fill'
  const { state, from, to, done, sentence } = backfill
  const write = timeWriter(io.timeZone, { from, to })
  const share = state === 'done' ? '' : `, ${percent(done)}`
  const line = `Back-fill ${state}${share} of ${write.full(from)} to ${write.full(to)}`
  return sentence === null ? line : `${line}. ${plain(sentence)}`
}
