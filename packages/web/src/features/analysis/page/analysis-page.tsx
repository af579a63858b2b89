import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { AnalysisView } from '../../../findings/analysis-view/analysis-view.tsx'
import { IncidentsByRange } from '../../../findings/incidents/incidents-by-range.tsx'
import { SeriesProvider } from '../../../findings/metric-chart/series-source.ts'
import { VerdictProvider } from '../../../findings/verdict/verdict-source.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { AnalysisHead } from '../head/analysis-head.tsx'
import { NoIncidents } from '../incidents/no-incidents.tsx'
import { detectionAtom } from '../state/detection-atoms.ts'
import { detectionVerdicts } from '../state/detection-verdicts.ts'
import { detectionSource } from '../state/use-detection-series.ts'

/** The result of a detection: whether something is wrong, since when, where, and how certain. */
export const AnalysisPage = () => {
  const { t } = useTranslation()
  const detection = useAtomValue(detectionAtom)
  return (
    <Loaded
      query={detection}
      skeleton={<AnalysisSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('analysis.title'), path: '/detections' }} />
      )}
    >
      {(data) => (
        <>
          <AnalysisHead detection={data} />
          <Findings key={data.id} detection={data} />
        </>
      )}
    </Loaded>
  )
}

const Findings = ({ detection }: { detection: Detection }) => {
  const { id, pvalue, cvalue, stored } = detection
  const analysis = useMemo(
    () => ({
      ...detection,
      // At another sensitivity they are others
      ...(stored === undefined && { incidentPath: (incident: string) => incidentPath(`${id}.${incident}`) }),
    }),
    [detection, id, stored],
  )
  return (
    <SeriesProvider value={detectionSource}>
      <VerdictProvider value={detectionVerdicts}>
        <AnalysisView
          analysis={analysis}
          entry={`${pvalue} ${cvalue}`}
          aside={(selection) => (
            <IncidentsByRange
              analysis={analysis}
              selection={selection}
              none={(isWhole) => <NoIncidents detection={detection} isWhole={isWhole} />}
            />
          )}
        />
      </VerdictProvider>
    </SeriesProvider>
  )
}
