import { Alert, Button } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { pageCodec, textCodec } from '../../lib/address/url-codecs.ts'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Pager } from '../../ui/pager/pager.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { useDetectionColumns } from './detection-columns.tsx'

const pageAtom = atomFromUrl('page', pageCodec)
const modelIdAtom = atomFromUrl('model', textCodec)
const detectionsAtom = atomWithQuery((get) => {
  const [page, modelId] = [get(pageAtom), get(modelIdAtom)]
  return {
    queryKey: queryKeys.detections.page(page, modelId),
    queryFn: ({ signal }) => omen.detections.list({ page, ...(modelId !== '' && { modelId }) }, { signal }),
    placeholderData: keepPreviousData,
  }
})

/** Detections with their results, newest first. */
export const DetectionListPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const detections = useAtomValue(detectionsAtom)
  const [, setPage] = useAtom(pageAtom)
  const columns = useDetectionColumns()
  return (
    <>
      <PageHead
        title={t('analysis.title')}
        actions={
          <Button component={Link} to="/files">
            {t('analysis.list.emptyAction')}
          </Button>
        }
      />
      <OneModelOnly />
      <Panel label={t('analysis.list.label')} flush>
        <Loaded query={detections} skeleton={<RowsSkeleton />}>
          {({ items, page, pageSize, total }) =>
            items.length === 0 ? (
              <NoDetections />
            ) : (
              <>
                <DataTable
                  label={t('analysis.list.label')}
                  columns={columns}
                  rows={items}
                  rowKey={(detection) => detection.id}
                  isWhole={total <= pageSize}
                  onRowClick={(detection) => void navigate(`/detections/${detection.id}`)}
                />
                <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

const OneModelOnly = () => {
  const { t } = useTranslation()
  const [modelId, setModelId] = useAtom(modelIdAtom)
  if (modelId === '') return null
  return (
    <Alert color="blue">
      <span className="row-between">
        {t('analysis.list.ofModel')}
        <Button variant="subtle" size="compact-sm" onClick={() => setModelId('')}>
          {t('analysis.list.showAll')}
        </Button>
      </span>
    </Alert>
  )
}

const NoDetections = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconActivity size={24} />}
      title={t('analysis.list.emptyTitle')}
      text={t('analysis.list.empty')}
      action={
        <Button component={Link} to="/files">
          {t('analysis.list.emptyAction')}
        </Button>
      }
    />
  )
}
