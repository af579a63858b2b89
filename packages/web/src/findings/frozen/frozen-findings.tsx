import type { FrozenDetection } from '@omen/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { AnalysisView } from '../analysis-view/analysis-view.tsx'
import { IncidentsByRange } from '../incidents/incidents-by-range.tsx'
import { SeriesProvider, type SeriesSource } from '../metric-chart/series-source.ts'

/** The findings of a copy: lanes, incidents and charts, with nothing to decide. */
export const FrozenFindings = ({ detection, source }: { detection: FrozenDetection; source: SeriesSource }) => {
  const { t } = useTranslation()
  return (
    <SeriesProvider value={source}>
      <AnalysisView
        analysis={detection}
        entry={detection.id}
        aside={(selection) => (
          <IncidentsByRange
            analysis={detection}
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
