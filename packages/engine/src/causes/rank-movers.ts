import { metricFamily } from '../incidents/incident-kind.ts'
import type { Frame } from '../series/frame.ts'
import type { Cause, CauseOptions, CauseReasons, InstanceCause } from './cause.ts'
import type { PastIncident } from './movement-graph.ts'
import { instanceOf, type Mover } from './pick-movers.ts'
import { changeSupport, isTouched } from './rank-changes.ts'
import { score, TEMPERATURE } from './score-cause.ts'

/** With less than this part of the best one's support, and later than it, a series is a symptom. */
const CLEARLY_LESS = 0.5

/** The movers as ranked causes with their reasons, best first. */
export function rankMovers(movers: readonly Mover[], first: number, frame: Frame, options: CauseOptions): Cause[] {
  const { changes = [], history = [], periods = [] } = options
  const hits = countHits(history)
  const shares = periodShares(periods)
  const onsets = movers.map(({ onset }) => onset).sort((a, b) => a - b)
  const causes = movers.map((mover): Cause => {
    const { key, movement, onset, instance } = mover
    const change = strongestChange(changes, mover, first)
    const periodShare = shares.get(key.id) ?? 0
    const instanceOnset = Number.isFinite(instance.onset) ? instance.onset : onset
    const count = hits.get(key.id) ?? 0
    const resource = resourceBefore(mover)
    return {
      seriesId: key.id,
      metric: key.metric,
      instance: key.instance,
      ...(key.service === undefined ? {} : { service: key.service }),
      role: 'cause',
      score: score({
        deviation: movement.deviation,
        persistence: movement.persistence,
        instanceBehindMs: instanceOnset - first - frame.stepMs,
        behindInstanceMs: onset - instanceOnset,
        stepMs: frame.stepMs,
        moved: instance.moved,
        of: instance.of,
        hits: count,
        incidents: history.length,
        series: frame.series.length,
        change: change?.support ?? 0,
        periodShare,
        isExplained: resource !== undefined,
      }),
      share: 0,
      reasons: {
        ...publicFacts(mover),
        place: 1 + onsets.findIndex((other) => other >= onset),
        behindMs: onset - onsets[0]!,
        hits: { count, of: history.length },
        ...(periods.length > 0 ? { periodShare } : {}),
        ...(change === undefined ? {} : { change: change.index }),
        ...(resource === undefined ? {} : { resource }),
      },
    }
  })
  return assignRoles(shareOut(causes), frame.stepMs)
}

/** An origin that nobody confirmed counts half. */
const UNCONFIRMED = 0.5
/** Series that moved first, or together with the last of these, count as movers. */
const FIRST_MOVERS = 3

/**
 * How many earlier incidents began with each series: those a person confirmed count one, else each of the first three
 * to move (and whoever moved at the same time) half.
 */
function countHits(history: readonly PastIncident[]): Map<string, number> {
  const hits = new Map<string, number>()
  const count = (seriesId: string, by: number): void => void hits.set(seriesId, (hits.get(seriesId) ?? 0) + by)
  for (const { movers, causeIds = [] } of history) {
    if (causeIds.length > 0) for (const seriesId of new Set(causeIds)) count(seriesId, 1)
    else for (const seriesId of firstToMove(movers)) count(seriesId, UNCONFIRMED)
  }
  return hits
}

function firstToMove(movers: PastIncident['movers']): Set<string> {
  const onsets = movers.map(({ onset }) => onset).sort((a, b) => a - b)
  const last = onsets[Math.min(FIRST_MOVERS, onsets.length) - 1] ?? Number.NEGATIVE_INFINITY
  return new Set(movers.filter(({ onset }) => onset <= last).map(({ seriesId }) => seriesId))
}

/** A resource of the same instance that rose no later than a series that measures an effect began to move. */
function resourceBefore({ key, onset, instance: { resource } }: Mover): string | undefined {
  const isEffect = metricFamily(key.metric) === 'load'
  return isEffect && resource !== undefined && resource.onset <= onset ? resource.metric : undefined
}

function publicFacts({ movement, onset, instance }: Mover) {
  const { deviation, side, peak, usual, spread, persistence, common, hasStopped } = movement
  const moved: CauseReasons['moved'] = { count: Math.max(1, instance.moved), of: instance.of }
  return {
    deviation,
    side,
    peak,
    usual,
    spread,
    persistence,
    onset,
    moved,
    ...(common && { common }),
    ...(hasStopped && { hasStopped }),
  }
}

/** The part of each series in the periods, which count the same. */
function periodShares(periods: NonNullable<CauseOptions['periods']>): Map<string, number> {
  const shares = new Map<string, number>()
  for (const period of periods)
    for (const { seriesId, share } of period.series)
      shares.set(seriesId, (shares.get(seriesId) ?? 0) + share / periods.length)
  return shares
}

function strongestChange(changes: NonNullable<CauseOptions['changes']>, { key }: Mover, first: number) {
  let best: { index: number; support: number } | undefined
  for (const [index, change] of changes.entries()) {
    const isNamed = change.instance !== undefined || change.service !== undefined
    const support = isNamed && isTouched(change, key) ? changeSupport(change, first) : 0
    if (support > (best?.support ?? 0)) best = { index, support }
  }
  return best
}

function shareOut(causes: Cause[]): Cause[] {
  causes.sort((a, b) => b.score - a.score || a.reasons.onset - b.reasons.onset || (a.seriesId < b.seriesId ? -1 : 1))
  const best = causes[0]?.score ?? 0
  let total = 0
  for (const cause of causes) {
    cause.share = Math.exp((cause.score - best) / TEMPERATURE)
    total += cause.share
  }
  for (const cause of causes) cause.share /= total
  return causes
}

function assignRoles(causes: Cause[], stepMs: number): Cause[] {
  const top = causes[0]
  for (const cause of causes) {
    const isLater = cause.reasons.onset > top!.reasons.onset + stepMs
    const isElsewhere = instanceOf(cause) !== instanceOf(top!)
    if (cause.share < CLEARLY_LESS * top!.share && (isLater || isElsewhere)) cause.role = 'symptom'
  }
  return causes
}

/** Instances by the best of their causes, then by how many of their metrics moved. */
export function rankInstances(causes: readonly Cause[]): InstanceCause[] {
  const found = new Map<string, InstanceCause>()
  for (const { reasons, share, score: own, ...cause } of causes) {
    const instance = instanceOf(cause)
    const known = found.get(instance)
    if (known === undefined)
      found.set(instance, {
        instance,
        score: own,
        share,
        moved: reasons.moved.count,
        of: reasons.moved.of,
        onset: reasons.onset,
      })
    else {
      known.share += share
      known.onset = Math.min(known.onset, reasons.onset)
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || b.moved - a.moved)
}
