import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FrozenFindings } from '../findings/frozen/frozen-findings.tsx'
import { FrozenHead } from '../findings/frozen/frozen-head.tsx'
import type { SeriesRequest } from '../findings/metric-chart/series-query.ts'
import type { SeriesResult, SeriesSource } from '../findings/metric-chart/series-source.ts'
import { ViewMenu } from '../findings/view-menu/view-menu.tsx'
import type { Range } from '../lib/address/url-codecs.ts'
import { localeAtom } from '../lib/i18n/locale-atom.ts'
import { CopyShell } from '../ui/copy-shell/copy-shell.tsx'
import { Messages } from '../ui/messages/messages.tsx'
import { IncidentReport } from './incident-report.tsx'
import type { OfflineData } from './offline-data.ts'
import { valuesIn } from './values-in.ts'

/** What this file holds, as it was shown when it was made. */
export const OfflinePage = ({ data }: { data: OfflineData }) => {
  const { t } = useTranslation()
  const locale = useAtomValue(localeAtom)
  const source = useMemo(() => sourceOf(data), [data])
  const detection = data.detections[locale]
  const written = data.incident?.details[locale]
  const facts = data.facts.map(({ name, ...fact }) => ({ ...fact, name: name[locale] }))
  return (
    <>
      <CopyShell note={t('published.offlineFile')}>
        <FrozenHead
          name={written?.detail.incident.title ?? data.name}
          description={written?.detail.incident.sentence ?? data.description}
          facts={facts}
          detection={detection}
          madeAt={data.madeAt}
        >
          <ViewMenu name={data.name} analysis={detection} hasFindings={detection.kind === 'detection'} />
        </FrozenHead>
        <FrozenFindings detection={detection} source={source} />
        {written !== undefined && <IncidentReport written={written} madeAt={data.madeAt} />}
      </CopyShell>
      <Messages />
    </>
  )
}

const sourceOf = ({ values, detections }: OfflineData): SeriesSource => ({
  useSeries: (_: string, request: SeriesRequest, range: Range | null): SeriesResult => {
    const data = useMemo(() => valuesIn(values, request, range), [request, range])
    return { data, error: null, isFetching: false }
  },
  // Of a project, series need not send in each interval
  hasEmptyBuckets: detections.en.logs !== undefined,
})
