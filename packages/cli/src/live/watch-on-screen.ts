import type { LiveQuery, LiveUpdate, Omen } from '@omen/sdk'
import type { Run } from '../cli.ts'
import { InterruptedError } from '../failures.ts'
import { keepTrying } from '../io/keep-trying.ts'
import { LIVE_RANGES, type LiveRange, type LiveScreen } from '../render/live-board.ts'
import type { LiveBoard } from '../results/live-board.ts'
import { watchChanges } from './changes.ts'
import type { News } from './news.ts'
import { keepNames, summarizeForecast } from './summarize-forecast.ts'

export interface WatchOptions {
  readonly news: News
  /** A forecast, and the sensitivity of the findings. */
  readonly wanted: Pick<LiveQuery, 'predict' | 'pvalue' | 'cvalue'>
  /** Ends the watching. */
  readonly until: AbortSignal
  /** Ends it from a key; with a reason as an error. */
  end(reason?: InterruptedError): void
  onContact(lost: Error | undefined): void
}

const MINUTE_MS = 60_000
/** A range shows at least so many samples, where one is long enough. */
const FEWEST_SAMPLES = 60
/** A terminal that is wider shows the same buckets twice. */
const BUCKETS = 200

/** Draws a project on the terminal until the signal or a key ends it. */
export async function watchOnScreen(run: Run, omen: Omen, name: string, options: WatchOptions): Promise<void> {
  const { news, wanted, until, end, onContact } = options
  const { io } = run
  const { samplingInterval } = await omen.projects.get(name, { signal: until })
  const { openLiveScreen } = await import('../screens/live-screen.ts')
  let board: LiveBoard | undefined
  let state: LiveScreen = {
    board,
    range: rangeFor(samplingInterval * MINUTE_MS),
    lostAt: undefined,
    pausedAt: undefined,
    hasForecast: wanted.predict !== undefined,
    changes: [],
  }
  let other = new AbortController()
  const change = (more: Partial<LiveScreen>): void => {
    state = { ...state, ...more }
    screen.show(state)
  }
  const screen = openLiveScreen(io, run.paint, name, state, {
    onQuit: () => end(),
    onInterrupt: () => end(new InterruptedError('Stopped')),
    onPause: () => change(state.pausedAt === undefined ? { pausedAt: io.clock.now() } : { pausedAt: undefined, board }),
    onRange(range) {
      change({ range, pausedAt: undefined })
      other.abort()
    },
  })
  const contacted = (lost: Error | undefined): void => {
    onContact(lost)
    change({ lostAt: lost && io.clock.now() })
  }
  const changes = watchChanges(omen, name, {
    clock: io.clock,
    signal: until,
    onRead: (all) => change({ changes: all }),
  })
  const attempt = keepTrying({ clock: io.clock, signal: until, onContact: contacted })
  try {
    while (!until.aborted) {
      other = new AbortController()
      const signal = AbortSignal.any([until, other.signal])
      const query = { span: state.range.ms, buckets: BUCKETS, ...wanted }
      for await (const update of omen.live.follow(name, query, { signal, attempt })) {
        board = updateBoard(board, update, io.clock.now())
        news.read(update.analysis)
        void changes.read(update.analysis.to - state.range.ms)
        if (state.pausedAt === undefined) change({ board })
      }
    }
  } finally {
    await screen.close()
  }
}

/** The board after an update. */
export function updateBoard(board: LiveBoard | undefined, { isWhole, analysis }: LiveUpdate, now: number): LiveBoard {
  const before = isWhole ? undefined : board
  const degrees = new Map<number, number | null>()
  for (const [time, degree] of before?.degrees ?? []) if (time < analysis.from) degrees.set(time, degree)
  for (const [bucket, time] of analysis.times.entries()) degrees.set(time, analysis.degree[bucket] ?? null)
  const names = new Map(before?.names)
  keepNames(names, analysis)
  // A whole one brings none, and the last one still stands
  const forecast = summarizeForecast(analysis, names) ?? board?.forecast
  // Values are not drawn: a screen that stays open for days would keep them
  const { forecast: _, ...head } = analysis
  return { head: { ...head, series: [] }, degrees, names, forecast, readAt: now }
}

function rangeFor(stepMs: number): LiveRange {
  return LIVE_RANGES.find(({ ms }) => ms >= FEWEST_SAMPLES * stepMs) ?? LIVE_RANGES.at(-1)!
}
