import type { FrozenDetection, Published } from '@omen/sdk'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { FrozenFindings } from '../../../findings/frozen/frozen-findings.tsx'
import { FrozenHead } from '../../../findings/frozen/frozen-head.tsx'
import { ViewMenu } from '../../../findings/view-menu/view-menu.tsx'
import { toProblem } from '../../../lib/problem/problem.ts'
import { CopyShell } from '../../../ui/copy-shell/copy-shell.tsx'
import { OutageNotice } from '../../../ui/outage-notice/outage-notice.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { Ended } from '../page/ended.tsx'
import { factsOf } from '../page/facts-of.ts'
import { OfflineButton } from '../page/published-actions.tsx'
import { publishedSource } from '../page/published-source.ts'
import { usePublished } from '../page/use-published.ts'

/** A published detection by its open link: nothing else of Omen is there. */
export const OpenPage = () => {
  const { id = '' } = useParams()
  const key = useSearchParams()[0].get('key') ?? ''
  const { copy, record, hasEnded } = usePublished(id, key)
  if (hasEnded)
    return (
      <CopyShell>
        <Ended wasOpen />
      </CopyShell>
    )
  return (
    <CopyShell>
      <OutageNotice />
      <Loaded
        query={copy}
        skeleton={<AnalysisSkeleton />}
        failed={(error, retry) =>
          toProblem(error).code === 'NOT_FOUND' || key === '' ? (
            <Ended wasOpen={false} />
          ) : (
            <ProblemNotice error={error} onRetry={retry} />
          )
        }
      >
        {({ detection, published }) => <Copy detection={detection} record={record ?? published} linkKey={key} />}
      </Loaded>
    </CopyShell>
  )
}

const Copy = ({ detection, record, linkKey }: { detection: FrozenDetection; record: Published; linkKey: string }) => {
  const { t } = useTranslation()
  const { id, name, description, publishedAt, origin } = record
  const source = useMemo(() => publishedSource({ id, key: linkKey }, origin === 'project'), [id, linkKey, origin])
  return (
    <>
      <FrozenHead
        name={name}
        description={description}
        detection={detection}
        madeAt={publishedAt}
        facts={factsOf(record, t)}
      >
        <OfflineButton record={record} linkKey={linkKey} />
        <ViewMenu name={name} analysis={detection} hasFindings={detection.kind === 'detection'} />
      </FrozenHead>
      <FrozenFindings detection={detection} source={source} />
    </>
  )
}
