import { Tabs } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { BandPanel } from '../../findings/learned/band-panel.tsx'
import { CalibrationPanel } from '../../findings/learned/calibration-panel.tsx'
import { MapPanel } from '../../findings/learned/map-panel.tsx'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { oneOf } from '../../lib/address/url-codecs.ts'
import { PageFailed } from '../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { PageSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../ui/tab-list/tab-list.tsx'
import { ModelHead } from './head/model-head.tsx'
import { displayQuery, modelQuery } from './model-queries.ts'
import { VersionTable } from './versions/version-table.tsx'

const tabs = ['versions', 'map', 'bands', 'calibration'] as const
type TabName = (typeof tabs)[number]
const tabAtom = atomFromUrl('tab', oneOf(tabs, 'versions'), 'replace')

export const ModelPage = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const model = useQuery(modelQuery(id))
  return (
    <Loaded
      query={model}
      skeleton={<PageSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('models.title'), path: '/models' }} />
      )}
    >
      {(data) => (
        <>
          <ModelHead model={data} />
          <Learned model={data} />
        </>
      )}
    </Loaded>
  )
}

const Learned = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const [tab, setTab] = useAtom(tabAtom)
  const display = useQuery(displayQuery(model))
  const shown = model.live === undefined ? (['versions'] as const) : tabs
  const content: Record<TabName, () => ReactNode> = {
    versions: () => <VersionTable model={model} />,
    map: () => <MapPanel query={display} />,
    bands: () => <BandPanel query={display} />,
    calibration: () => <CalibrationPanel query={display} />,
  }
  return (
    <Tabs
      value={model.live === undefined ? 'versions' : tab}
      onChange={(value) => setTab((value ?? 'versions') as TabName)}
      keepMounted={false}
    >
      <TabList aria-label={t('models.tabs.label')} mb={12}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`models.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      {shown.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <PanelBoundary>{content[name]()}</PanelBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
