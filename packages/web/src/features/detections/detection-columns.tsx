import { Badge, Text } from '@mantine/core'
import type { DetectionHead } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import { TimeText } from '../../ui/time-text/time-text.tsx'

export const useDetectionColumns = (): Column<DetectionHead>[] => {
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
