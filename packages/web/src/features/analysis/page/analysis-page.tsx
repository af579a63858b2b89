import { useAtomValue } from 'jotai'
import { AnalysisView } from '../../../findings/analysis-view/analysis-view.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { AnalysisHead } from '../head/analysis-head.tsx'
import { detectionAtom } from '../state/detection-atoms.ts'

/** The result of a detection: whether something is wrong, since when, where, and how certain. */
export const AnalysisPage = () => {
  const detection = useAtomValue(detectionAtom)
  return (
    <Loaded query={detection} skeleton={<PageSkeleton />}>
      {(data) => (
        <>
          <AnalysisHead detection={data} />
          <AnalysisView key={data.id} detection={data} />
        </>
      )}
    </Loaded>
  )
}
