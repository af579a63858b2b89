import { eq } from 'drizzle-orm'
import type { ProjectDetector, ReportedFinding } from '../../ports/live-scorer.ts'
import { logTemplateSettings } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** What people have said of the templates of a project, as far as its detection follows it. */
export interface TemplateRules {
  /** Reads them anew, and tells the detector. */
  apply(detector: ProjectDetector): Promise<void>
  /** Findings but those on ignored templates; one that was reported before still ends. */
  keep(findings: readonly ReportedFinding[]): ReportedFinding[]
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
    keep: (found) =>
      found.filter((finding) => {
        if (finding.type !== 'log') return true
        const since = ignoredAt.get(finding.log.templateId)
        return since === undefined || (finding.state === 'over' && finding.log.start < since)
      }),
  }
}
