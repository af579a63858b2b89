import { eq } from 'drizzle-orm'
import type { ProjectDetector, ReportedFinding } from '../../ports/live-scorer.ts'
import { logTemplateSettings } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** The settings that people made for templates of a project: critical ones report every line, ignored ones report none. */
export interface TemplateRules {
  /** Reads the settings, and names the critical templates to the detector if it does not know them yet. */
  apply(detector: ProjectDetector): Promise<void>
  /** Drops findings on ignored templates, except the end of one that was reported before its template was ignored. */
  filter(findings: readonly ReportedFinding[]): ReportedFinding[]
}

export function createTemplateRules({ db }: Pick<Context, 'db'>, sourceId: string): TemplateRules {
  let ignoredAt: ReadonlyMap<number, number> = new Map()
  let watching: ProjectDetector | undefined
  let watched = ''
  return {
    async apply(detector) {
      const rows = await db.select().from(logTemplateSettings).where(eq(logTemplateSettings.sourceId, sourceId))
      ignoredAt = new Map(rows.flatMap(({ templateId, ignoredAt: at }) => (at === null ? [] : [[templateId, at]])))
      const critical = rows.filter(({ isCritical }) => isCritical).map(({ templateId }) => templateId)
      if (watching === detector && watched === String(critical)) return
      await detector.watchTemplates(critical)
      watching = detector
      watched = String(critical)
    },
    filter: (found) =>
      found.filter((finding) => {
        if (finding.type !== 'log') return true
        const since = ignoredAt.get(finding.log.templateId)
        return since === undefined || (finding.state === 'over' && finding.log.start < since)
      }),
  }
}

/** When the templates of a project's lines are written: writing them with every row would be more work than scoring it. */
export interface TemplateSchedule {
  /** Rows are complete up to this time: results up to there must be visible at once. */
  expectRowsTo(time: number): void
  /** Whether templates are to be written after the rows that end at `end`. If so, the next interval begins. */
  isDue(end: number, now: number): boolean
  /** Begins the next interval, because templates are written for another reason. */
  reset(end: number, now: number): void
}

/** Templates are written this often, and as soon as rows of this duration have been scored up to the present. */
const WRITE_EVERY_MS = 10_000

export function createTemplateSchedule(): TemplateSchedule {
  let writtenAt = Number.NEGATIVE_INFINITY
  let writtenTo = Number.NEGATIVE_INFINITY
  let completeTo = Number.POSITIVE_INFINITY
  const reset = (end: number, now: number): void => {
    writtenAt = now
    writtenTo = end
  }
  return {
    expectRowsTo(time) {
      completeTo = time
    },
    isDue(end, now) {
      const isCaughtUp = end >= completeTo && end - writtenTo >= WRITE_EVERY_MS
      if (!isCaughtUp && now - writtenAt < WRITE_EVERY_MS) return false
      reset(end, now)
      return true
    },
    reset,
  }
}
