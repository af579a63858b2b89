import type { Project } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { samplesIn } from '../data/project-lines.ts'
import { longestRetentionDays } from '../form/project-fields.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What a shorter retention deletes, before it is saved. */
export const FreedByRetention = ({ project, days }: { project: Project; days: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, retentionDays, projectName, dataType } = project
  const isShorter = Number.isInteger(days) && days >= 1 && days <= longestRetentionDays && days < retentionDays
  // The server deletes every hour: the same hour gives the same answer.
  const before = Math.floor(Date.now() / hourMs) * hourMs - days * dayMs
  const isFreeing = isShorter && from !== null && from < before
  const freed = useQuery({
    queryKey: queryKeys.project.before(projectName, before),
    queryFn: ({ signal }) =>
      omen.projects.data(projectName, { from: from ?? before, to: before - 1, buckets: 1 }, { signal }),
    enabled: isFreeing && dataType === 'Metric',
  })
  if (!isShorter || from === null) return null
  const isCounted = freed.data !== undefined && freed.data.series.length === freed.data.seriesTotal
  const when = format.moment(before)
  const text = !isFreeing
    ? t('projects.settings.freesNothing', { when: format.moment(from) })
    : isCounted
      ? t('projects.settings.freesCount', { count: samplesIn(freed.data.series), when })
      : t('projects.settings.frees', { when })
  return (
    <p className="small" role="status" style={{ margin: 0 }}>
      {text}
    </p>
  )
}
