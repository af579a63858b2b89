import type { FrozenDetection, Published } from '@omen/sdk'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { FrozenFindings } from '../../../findings/frozen/frozen-findings.tsx'
import { FrozenHead } from '../../../findings/frozen/frozen-head.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Ended } from './ended.tsx'
import { factsOf } from './facts-of.ts'
import { PublishedActions } from './published-actions.tsx'
import { publishedSource } from './published-source.ts'
import { Runs } from './runs.tsx'
import { usePublished } from './use-published.ts'

/** A published detection, for whoever may open it; its owner changes it here. */
export const PublishedPage = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { copy, record, hasEnded } = usePublished(id, undefined)
  if (hasEnded) return <Ended wasOpen />
  return (
    <Loaded
      query={copy}
      skeleton={<AnalysisSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('published.title'), path: '/published' }} />
      )}
    >
      {({ detection, published }) => <Copy detection={detection} record={record ?? published} />}
    </Loaded>
  )
}

const Copy = ({ detection, record }: { detection: FrozenDetection; record: Published }) => {
  const { t } = useTranslation()
  const { id, name, description, publishedAt, origin } = record
  const visibility = t(record.expired ? 'published.expired' : `published.visibility.${record.visibility}`)
  const source = useMemo(() => publishedSource({ id, key: undefined }, origin === 'project'), [id, origin])
  return (
    <>
      <FrozenHead
        {...{ name, description, detection }}
        madeAt={publishedAt}
        facts={[{ name: t('published.facts.visibility'), value: visibility }, ...factsOf(record, t)]}
      >
        <PublishedActions record={record} detection={detection} />
      </FrozenHead>
      <FrozenFindings detection={detection} source={source} />
      <Runs record={record} />
    </>
  )
}
