import type { FrozenDetection } from '@omen/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import type { Analysis } from '../analysis.ts'
import { AnalysisView } from '../analysis-view/analysis-view.tsx'
import { IncidentsByRange } from '../incidents/incidents-by-range.tsx'
import { SeriesProvider, type SeriesSource } from '../metric-chart/series-source.ts'

/** The findings of a copy: lanes, incidents and charts, with nothing to decide. */
export const FrozenFindings = ({ detection, source }: { detection: FrozenDetection; source: SeriesSource }) => {
  const { t } = useTranslation()
  const analysis = useMemo(() => withChanges(detection), [detection])
  return (
    <SeriesProvider value={source}>
      <AnalysisView
        analysis={analysis}
        entry={detection.id}
        aside={(selection) => (
          <IncidentsByRange
            analysis={analysis}
            selection={selection}
            none={(isWhole) => (
              <EmptyState
                icon={<IconCircleCheck size={24} />}
                text={t(isWhole ? 'analysis.incidents.none' : 'analysis.incidents.noneShown')}
              />
            )}
          />
        )}
      />
    </SeriesProvider>
  )
}

/** The latest first, as in a live project. */
const withChanges = ({ events, ...detection }: FrozenDetection): Analysis =>
  events === undefined ? detection : { ...detection, changes: events.toReversed() }
