import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { AnalysisView } from '../../../findings/analysis-view/analysis-view.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { AnalysisHead } from '../head/analysis-head.tsx'
import { detectionAtom } from '../state/detection-atoms.ts'

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
          <AnalysisView key={data.id} detection={data} />
        </>
      )}
    </Loaded>
  )
}
