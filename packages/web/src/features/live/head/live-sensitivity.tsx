import type { LiveAnalysis } from '@omen/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sensitivityAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import { SensitivityButton } from '../../../findings/sensitivity/sensitivity-button.tsx'
import type { AnswerQuery, FindingCounts, SensitivityView } from '../../../findings/sensitivity/sensitivity-view.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { isFiltered, type LiveRequest, queryOf } from '../state/live-request.ts'
import { projectQuery } from '../state/project-query.ts'
import { toAnalysis } from '../state/to-analysis.ts'

interface LiveSensitivityProps {
  request: LiveRequest
  live: LiveAnalysis
  /** The time shown moves on. */
  isNow: boolean
}

/** The sensitivity of a project on this page, and for its owner that of the project. */
export const LiveSensitivity = ({ request, live, isNow }: LiveSensitivityProps) => {
  const { address } = request
  const { locale } = useFormat()
  const apply = useSetAtom(sensitivityAtom)
  const keep = useKeep(address)
  const { data: project } = useQuery(projectQuery(address, locale))
  const { from, to, pvalue, cvalue } = live
  const time = isNow ? { span: request.spanMs } : { from, to }
  return (
    <SensitivityButton
      view={{
        intervalMs: live.stepMs,
        normal: live.stored ?? { pvalue, cvalue },
        current: { pvalue, cvalue },
        answer: live,
        countsOf: (answer: LiveAnalysis) => countsOf(request, answer),
        apply,
        query: (overrides) => foundQuery({ ...request, ...overrides }, time, locale),
        ...(project?.mine && { keep }),
      }}
    />
  )
}

const countsOf = (request: LiveRequest, live: LiveAnalysis): FindingCounts => {
  const shown = { isMine: false, isFiltered: isFiltered(request), predictHours: 0 }
  const { periods, gaps, logs = [], incidents } = toAnalysis(request.address, live, shown)
  return { findings: periods.length + gaps.length + logs.length, incidents: incidents.length }
}

const foundQuery = (
  request: LiveRequest,
  time: { span: number } | { from: number; to: number },
  locale: string,
): AnswerQuery<LiveAnalysis> => {
  const query = { ...queryOf(request), ...time, buckets: 1 }
  return {
    queryKey: queryKeys.project.live(request.address, { ...query, locale }),
    queryFn: ({ signal }) => omen.live.analysis(request.address, query, { signal }),
    staleTime: 30_000,
  }
}

/** Changes the setting of the project, after which nothing else is chosen. */
const useKeep = (address: string): NonNullable<SensitivityView<LiveAnalysis>['keep']> => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const apply = useSetAtom(sensitivityAtom)
  const showMessage = useSetAtom(showMessageAtom)
  return async (values) => {
    await omen.projects.update(address, values)
    apply({ pvalue: null, cvalue: null })
    showMessage(t('analysis.sensitivity.kept'))
    await invalidateEverywhere(client, queryKeys.project.all(address))
    await invalidateEverywhere(client, queryKeys.projects.all)
  }
}
