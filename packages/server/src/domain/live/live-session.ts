import type { Trust } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { createLateLines, type LateLines } from './count-late-lines.ts'
import type { FetchWait } from './fetch-wait.ts'
import {
  createTemplateRules,
  createTemplateSchedule,
  type TemplateRules,
  type TemplateSchedule,
} from './log-templates.ts'
import type { OpenDetector } from './open-detector.ts'
import { createRowWait, type RowWait } from './row-wait.ts'

/** How far the samples of a project have come, and whether samples of the past are arriving. */
interface DataFrontier {
  /** Time of the newest sample; -Infinity before the first. */
  readonly newest: number
  /** Notes what has arrived: the times of its first and its last sample. One older than the newest by more than `lateMs` is not late, but of the past. */
  note(arrived: { readonly from: number; readonly to: number }, { lateMs, now }: { lateMs: number; now: number }): void
  /**
   * Until when the row of the newest sample and those after it are left unscored: while a sender delivers the past in the order of time, what comes after its
   * newest sample is under way. A row this much later than its end is of the past. -Infinity where nothing is waited for.
   */
  heldUntil(stepMs: number, behindMs?: number): number
  /** Until when samples that were delivered out of order are left unscored: all of them are scored at once, if they come to an end soon. */
  unsettledUntil(): number
  /** All samples so far are being scored. */
  settle(): void
}

/**
 * The state of a live session, which scores one project as its data arrives. Times are epoch milliseconds, and infinite before the first event that sets them. A
 * row is named by the time at which it begins.
 */
export interface LiveSession {
  readonly ctx: Context
  readonly sourceId: string
  /** The detector and the last row that it scored; undefined before the project has data, and while its settings change. */
  open: OpenDetector | undefined
  /** Whether the project holds log lines; false until the detector is opened. */
  isOfLogs: boolean

  /** Whether something happened since the current turn of scoring began, so that another turn must follow. */
  isWoken: boolean
  /** Whether the session was stopped or failed: no further row is scored. */
  hasEnded: boolean
  /** When the next turn is due although nothing arrives. */
  dueAt: number

  /** How far the data has come. */
  readonly frontier: DataFrontier
  readonly rowWait: RowWait
  /** Replaces `rowWait` in projects whose data is fetched from a service. */
  fetchWait: FetchWait | undefined
  /** Whether data has arrived since the present row was last looked up. */
  hasArrived: boolean
  /** When the present row was last read before its end. */
  earlyReadAt: number
  /** Whether a row is scored as soon as every series has a value in it; false after a sender sent a second sample for such a row. */
  isEager: boolean
  /** The last row that was scored before its end, NaN if none was. */
  lastEagerRow: number

  /** Samples that arrive later than this many milliseconds are ignored, and log lines are only counted. */
  maxLateMs: number
  /** Time of the earliest sample that arrived since late data was last scored; Infinity if none did. */
  earliestArrival: number
  /** When the detector last went back for late data. */
  rescoredAt: number
  /** How long the last turn took that scored rows again, in milliseconds. */
  rescoreDurationMs: number

  /** Log lines that were stored after their rows had been scored. */
  readonly lateLines: LateLines
  /** Whether such lines may have been recorded in the database since it was last read. */
  mayHaveLateLines: boolean
  readonly templateRules: TemplateRules
  readonly templateSchedule: TemplateSchedule

  /** The trust that was last stored with the project. */
  savedTrust: Trust | undefined
}

export function createLiveSession(ctx: Context, sourceId: string): LiveSession {
  return {
    ctx,
    sourceId,
    open: undefined,
    isOfLogs: false,
    isWoken: false,
    hasEnded: false,
    dueAt: Number.NEGATIVE_INFINITY,
    frontier: createDataFrontier(),
    rowWait: createRowWait(),
    fetchWait: undefined,
    hasArrived: false,
    earlyReadAt: Number.NEGATIVE_INFINITY,
    isEager: true,
    lastEagerRow: Number.NaN,
    maxLateMs: Number.POSITIVE_INFINITY,
    earliestArrival: Number.POSITIVE_INFINITY,
    rescoredAt: Number.NEGATIVE_INFINITY,
    rescoreDurationMs: 0,
    lateLines: createLateLines(ctx, sourceId),
    mayHaveLateLines: true,
    templateRules: createTemplateRules(ctx, sourceId),
    templateSchedule: createTemplateSchedule(),
    savedTrust: undefined,
  }
}

/** A sample this much later than the end of its row is not live: no row is waited for as long. */
const LIVE_MS = 5000
/** The next batch of the past comes within this time. */
const PAUSE_MS = 10_000
/** Batches that do not come to an end are scored this often. */
const MAX_UNSETTLED_MS = 60_000

export function createDataFrontier(): DataFrontier {
  let newest = Number.NEGATIVE_INFINITY
  let advancedAt = Number.NEGATIVE_INFINITY
  let backDatedSince = Number.NaN
  let backDatedAt = Number.NEGATIVE_INFINITY
  return {
    get newest() {
      return newest
    },
    note({ from, to }, { lateMs, now }) {
      if (from < newest - lateMs) {
        backDatedAt = now
        if (Number.isNaN(backDatedSince)) backDatedSince = now
      }
      if (to <= newest) return
      newest = to
      advancedAt = now
    },
    heldUntil(step, behindMs = LIVE_MS) {
      const isBehind = advancedAt - (Math.floor(newest / step) + 1) * step > behindMs
      return isBehind ? advancedAt + PAUSE_MS : Number.NEGATIVE_INFINITY
    },
    unsettledUntil: () =>
      Number.isNaN(backDatedSince)
        ? Number.NEGATIVE_INFINITY
        : Math.min(backDatedAt + PAUSE_MS, backDatedSince + MAX_UNSETTLED_MS),
    settle() {
      backDatedSince = Number.NaN
    },
  }
}
