import { Button, Tabs } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { IconShare, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { BandPanel } from '../../findings/learned/band-panel.tsx'
import { CalibrationPanel } from '../../findings/learned/calibration-panel.tsx'
import { MapPanel } from '../../findings/learned/map-panel.tsx'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { oneOf } from '../../lib/address/url-codecs.ts'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { PageFailed } from '../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { PageSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../ui/tab-list/tab-list.tsx'
import { VersionStatus } from '../../ui/version-status/version-status.tsx'
import { DeleteModel } from './dialogs/delete-model.tsx'
import { ShareModel } from './dialogs/share-model.tsx'
import { VersionTable } from './versions/version-table.tsx'

const TABS = ['versions', 'map', 'bands', 'calibration'] as const
type TabName = (typeof TABS)[number]
const tabAtom = atomFromUrl('tab', oneOf(TABS, 'versions'), 'replace')

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
  const shown = model.live === undefined ? (['versions'] as const) : TABS
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

const modelQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.model.one(id), queryFn: ({ signal }) => omen.models.get(id, { signal }) })

/** What the live version learned; the version number is part of the key, so that a promotion reloads it. */
const displayQuery = (model: Model) =>
  queryOptions({
    queryKey: queryKeys.model.display(model.id, model.live?.version ?? null),
    queryFn: ({ signal }) =>
      omen.uploads.display(
        { modelName: model.modelName, modelType: model.modelType, modelUserName: model.modelUserName },
        { signal },
      ),
    enabled: model.live !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Name, type and owner of the model, and its actions. */
const ModelHead = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'share' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHead
        parent={<Link to="/models">{t('models.title')}</Link>}
        title={model.modelName}
        text={<Facts model={model} />}
        actions={
          <>
            {model.state === 'ready' && (
              <Button component={Link} to="/files">
                {t('models.action.detect')}
              </Button>
            )}
            <Button variant="default" component={Link} to={`/detections?model=${encodeURIComponent(model.id)}`}>
              {t('models.action.detections')}
            </Button>
            {model.mine && (
              <>
                <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setDialog('share')}>
                  {t('models.action.share')}
                </Button>
                <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
                  {t('models.action.delete')}
                </Button>
              </>
            )}
          </>
        }
      />
      {dialog === 'share' && <ShareModel model={model} onClose={close} />}
      {dialog === 'delete' && <DeleteModel model={model} onClose={close} />}
    </>
  )
}

const Facts = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { live, modelType: type } = model
  const sentence =
    live?.trainedFrom != null && live.trainedTo != null
      ? t('models.head.sentence', {
          type,
          version: live.version,
          count: live.seriesCount ?? 0,
          span: format.span(live.trainedFrom, live.trainedTo),
        })
      : t('models.head.noLive', { type })
  return (
    <span className="row" style={{ columnGap: 16 }}>
      <VersionStatus state={model.state} />
      <span>{sentence}</span>
      {!model.mine && <span>{t('models.head.sharedBy', { name: model.modelUserName })}</span>}
      {model.sharedWith.length > 0 && (
        <span title={model.sharedWith.join(', ')}>
          {t('models.head.sharedWith', { count: model.sharedWith.length })}
        </span>
      )}
    </span>
  )
}
