import type { Incident, IncidentInput } from './incident.ts'
import type { Outcome, Precursor } from './prediction.ts'

/** A series with less of a period does not announce anything of its own. */
const MIN_SHARE = 0.2
/** Series of one period that may announce something. */
const SERIES_NAMED = 10

/** What periods, log findings and changes are called as precursors. Ordered by time. */
export function precursorsOf(
  { periods = [], logs = [] }: Pick<IncidentInput, 'periods' | 'logs'>,
  changes: readonly { at: number; kind: string; instance?: string; service?: string }[] = [],
): Precursor[] {
  return [
    ...periods.flatMap(({ start, series }) =>
      series
        .filter(({ share }) => share >= MIN_SHARE)
        .map(({ seriesId, side }) => ({ at: start, name: `series ${seriesId} ${side > 0 ? '+' : '-'}` })),
    ),
    ...logs.map(({ start, templateId, finding }) => ({ at: start, name: `log ${templateId} ${finding}` })),
    ...changes.map(({ at, kind, instance, service }) => ({ at, name: `change ${kind} ${instance ?? service ?? ''}` })),
  ].sort((a, b) => a.at - b.at)
}

/** The names an incident can be predicted by: what it repeats (see `repeatKey`), its kind, and its first ten series. */
export function outcomesOf(incident: Incident, key: string = incident.fingerprint.key): Outcome {
  const { start, end, kind, series, title } = incident
  const named = series.slice(0, SERIES_NAMED).map(({ seriesId }) => `series ${seriesId}`)
  return { start, end, title, outcomes: [`key ${key}`, `kind ${kind}`, ...named] }
}
