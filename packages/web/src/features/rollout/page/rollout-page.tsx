import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { sourceAtom } from '../../../lib/sources/source-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { RolloutControls } from '../head/rollout-controls.tsx'
import { RolloutResult } from '../result/rollout-result.tsx'
import {
  afterAtom,
  atAtom,
  beforeAtom,
  instancesAtom,
  metricAtom,
  serviceAtom,
  settleAtom,
} from '../state/rollout-atoms.ts'
import { type RolloutRequest, rolloutQuery } from '../state/rollout-query.ts'

/** Whether a rollout made things worse. */
export const RolloutPage = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const source = useAtomValue(sourceAtom)
  const request: RolloutRequest = {
    ...source,
    at: useAtomValue(atAtom),
    before: useAtomValue(beforeAtom),
    after: useAtomValue(afterAtom),
    settle: useAtomValue(settleAtom),
    instances: useAtomValue(instancesAtom),
    metric: useAtomValue(metricAtom),
    service: useAtomValue(serviceAtom),
    locale,
  }
  const isAsked = source !== null && request.at !== null
  const checked = useQuery({ ...rolloutQuery(request), enabled: isAsked })
  return (
    <>
      <PageHead title={t('compare.rollout.title')} />
      <RolloutControls source={source} request={request} instances={checked.data?.instances ?? []} />
      {isAsked ? (
        <Loaded query={checked} skeleton={<BlockSkeleton height={420} />}>
          {(data) => <RolloutResult checked={data} request={request} isLoading={checked.isPlaceholderData} />}
        </Loaded>
      ) : (
        <Panel label={t('compare.rollout.title')}>
          <EmptyState icon={<IconGitCompare size={24} />} text={t('compare.rollout.start')} />
        </Panel>
      )}
    </>
  )
}
