import type { Trust } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { createLateLines, type LateLines } from './count-late-lines.ts'
import { createDataFrontier, type DataFrontier } from './data-frontier.ts'
import type { FetchWait } from './fetch-wait.ts'
import {
  createTemplateRules,
  createTemplateSchedule,
  type TemplateRules,
  type TemplateSchedule,
} from './log-templates.ts'
import type { OpenDetector } from './open-detector.ts'
import { createRowWait, type RowWait } from './row-wait.ts'

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
