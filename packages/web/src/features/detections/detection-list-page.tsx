import { Alert, Badge, Button, Text } from '@mantine/core'
import type { DetectionHead } from '@omen/sdk'
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
import { useFormat } from '../../lib/format/use-format.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Pager } from '../../ui/pager/pager.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../ui/time-text/time-text.tsx'

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

const useDetectionColumns = (): Column<DetectionHead>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  return [
    {
      id: 'worst',
      header: t('analysis.list.worst'),
      width: '84px',
      cell: ({ worstVal }) =>
        worstVal == null ? <span className="muted">–</span> : <SeverityMark val={worstVal} words={words} />,
      sortBy: ({ worstVal }) => (worstVal == null ? null : severityRank(worstVal)),
    },
    {
      id: 'file',
      header: t('analysis.list.file'),
      cell: (detection) => (
        <span className="row" style={{ gap: 6, flexWrap: 'nowrap' }}>
          <span>
            <Link to={`/detections/${detection.id}`} className="lines-3" title={detection.uploadFileName}>
              {detection.uploadFileName}
            </Link>
            <Text hiddenFrom="sm" size="xs" c="dimmed">
              <TimeText time={detection.createdAt} />
            </Text>
          </span>
          {detection.demo === true && (
            <Badge size="xs" variant="light" color="gray" flex="none">
              {t('general.demo')}
            </Badge>
          )}
        </span>
      ),
      sortBy: (detection) => detection.uploadFileName,
    },
    {
      id: 'found',
      header: t('analysis.list.found'),
      isOneLine: true,
      cell: (detection) => <Found detection={detection} />,
      sortBy: ({ incidentCount, periodCount }) => incidentCount ?? periodCount,
    },
    {
      id: 'model',
      header: t('analysis.list.model'),
      isHiddenOnPhone: true,
      cell: (detection) =>
        detection.modelName === undefined ? (
          ''
        ) : (
          <span className="lines-3">
            {detection.modelName} v{detection.modelVersion} <span className="muted">{detection.modelType}</span>
          </span>
        ),
      sortBy: (detection) => detection.modelName ?? null,
    },
    {
      id: 'range',
      header: t('analysis.list.range'),
      isHiddenOnPhone: true,
      isOneLine: true,
      cell: (detection) => <span data-tabular>{format.span(detection.from, detection.to)}</span>,
      sortBy: (detection) => detection.from,
    },
    {
      id: 'made',
      header: t('analysis.list.made'),
      isHiddenOnPhone: true,
      isOneLine: true,
      cell: (detection) => <TimeText time={detection.createdAt} />,
      sortBy: (detection) => detection.createdAt,
    },
  ]
}

const Found = ({ detection }: { detection: DetectionHead }) => {
  const { t } = useTranslation()
  if (detection.kind === 'visualization') return <span className="muted">{t('analysis.list.drawing')}</span>
  // Made before incidents were counted: its periods are
  const { incidentCount, periodCount } = detection
  if ((incidentCount ?? periodCount) === 0) return <span className="muted">{t('analysis.list.none')}</span>
  return incidentCount === undefined
    ? t('analysis.list.periods', { count: periodCount })
    : t('analysis.list.incidents', { count: incidentCount })
}
