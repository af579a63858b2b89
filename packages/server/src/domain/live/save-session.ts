import type { ChangedTemplates, LiveResult } from '../../ports/live-scorer.ts'
import { keepRound, type Round } from './keep-round.ts'
import type { LiveSession } from './live-session.ts'
import { addReplayed, endOfScored, type OpenDetector } from './open-detector.ts'
import { lateWindowMs, saveState } from './states.ts'

/** States are saved after this many rows or this time, whichever is longer, so that little has to be scored again after a crash. */
const SAVE_EVERY_ROWS = 5
const SAVE_EVERY_MS = 150_000
/** While no data arrives, this many rows stay unsaved: there is little to score again. */
const MAX_SILENT_ROWS = 5000

/** Stores the result of rows up to `position`, and announces it. Results of a replay are stored together, when it has caught up. */
export async function saveResult(
  session: LiveSession,
  open: OpenDetector,
  result: LiveResult,
  position: number,
): Promise<void> {
  const { ctx, sourceId } = session
  open.position = position
  await ctx.points.appendScores(sourceId, numberedScores(result, open.numbers))
  open.rates = numberedRates(result, open.numbers) ?? open.rates
  if (open.replay !== undefined && !addReplayed(open.replay, position, result)) return
  const { replay } = open
  open.replay = undefined
  const found: Pick<Round, 'changed' | 'removed' | 'since'> =
    replay === undefined ? result : { changed: [...replay.found.values()], removed: [], since: replay.since }
  const { stepMs, cvalue } = open.options
  const trust = result.trust === session.savedTrust ? undefined : result.trust
  const templates = session.isOfLogs ? await takeDueTemplates(session, open, result) : undefined
  const round = { ...found, position, trust, templates, rates: open.rates }
  await keepRound(ctx, { sourceId, stepMs, cvalue, lookBackMs: lateWindowMs(stepMs) }, round)
  open.rates = undefined
  session.savedTrust = result.trust
  ctx.liveChanges.announce(sourceId)
  await saveDueState(session, open)
}

/** Saves the state of the detector, so that another server continues from it. There is none until a history is learned, and a replay has caught up. */
export async function saveSession({ ctx, sourceId, frontier }: LiveSession, open: OpenDetector): Promise<void> {
  if (open.position === open.savedAt || open.history !== undefined || open.replay !== undefined) return
  const bytes = await open.detector.save()
  const { stepMs } = open.options
  await saveState(ctx, { sourceId, stepMs, newest: frontier.newest }, { position: open.position, bytes })
  open.savedAt = open.position
}

async function saveDueState(session: LiveSession, open: OpenDetector): Promise<void> {
  const { position, savedAt, options } = open
  // The state from before the silence is needed if the sender later delivers what it buffered meanwhile
  const silentMs = position - session.frontier.newest
  if (silentMs > 0 && silentMs <= MAX_SILENT_ROWS * options.stepMs) return
  const everyMs = Math.max(SAVE_EVERY_ROWS * options.stepMs, SAVE_EVERY_MS)
  if (savedAt !== undefined && position - savedAt < everyMs) return
  await saveSession(session, open)
}

/** The templates that changed, if they are due to be written or a finding names one. */
async function takeDueTemplates(
  { ctx, templateSchedule }: LiveSession,
  open: OpenDetector,
  { changed }: LiveResult,
): Promise<ChangedTemplates | undefined> {
  const isNamed = changed.some(({ type }) => type === 'log')
  const now = ctx.clock.now()
  if (isNamed) templateSchedule.reset(endOfScored(open), now)
  else if (!templateSchedule.isDue(endOfScored(open), now)) return undefined
  return open.detector.takeTemplates()
}

/** Series that are read as rates, by the numbers of the source's series instead of the detector's places. */
function numberedRates({ rates }: LiveResult, numbers: readonly number[]): Round['rates'] {
  return rates && { numbers: rates.places.map((place) => numbers[place]!), since: rates.since }
}

/** Scores by the numbers of the source's series instead of the detector's places. */
function numberedScores({ scores }: LiveResult, numbers: readonly number[]): LiveResult['scores'] {
  const numbered = { ...scores, series: scores.series.map((place) => numbers[place] ?? place) }
  if (!numbers.includes(-1)) return numbered
  // Series beyond the limit of the project have no place to be stored at
  const isStored = (_: number, row: number): boolean => numbers[scores.series[row]!] !== -1
  return {
    series: numbered.series.filter(isStored),
    times: numbered.times.filter(isStored),
    degree: numbered.degree.filter(isStored),
    low: numbered.low.filter(isStored),
    high: numbered.high.filter(isStored),
  }
}
