import { Tooltip } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { defaultsOf } from '@omen/sdk/rules'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../lib/format/use-format.ts'
import { calibrationAt } from '../../lib/models/calibration-at.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { VersionStatus } from '../../ui/version-status/version-status.tsx'

/** The share of normal samples that the default pvalue flags. */
const nominalShare = 1 - defaultsOf().pvalue

export const useModelColumns = (): Column<Model>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('models.list.name'),
      cell: (model) => (
        <Link to={`/models/${model.id}`} className="break">
          {model.modelName}
        </Link>
      ),
      sortBy: (model) => model.modelName,
    },
    {
      id: 'type',
      header: t('models.list.type'),
      cell: (model) => (
        <Tooltip label={t(`general.modelType.${model.modelType}`)}>
          <span>{model.modelType}</span>
        </Tooltip>
      ),
      sortBy: (model) => model.modelType,
    },
    {
      id: 'state',
      header: t('models.list.state'),
      cell: (model) => <VersionStatus state={model.state} />,
      sortBy: (model) => model.state,
    },
    {
      id: 'trained',
      header: t('models.list.trained'),
      isHiddenOnPhone: true,
      cell: ({ live }) =>
        live?.trainedFrom != null && live.trainedTo != null ? (
          format.span(live.trainedFrom, live.trainedTo)
        ) : (
          <span className="muted">–</span>
        ),
      sortBy: ({ live }) => live?.trainedTo ?? null,
    },
    {
      id: 'versions',
      header: t('models.list.versions'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: (model) => format.count(model.versionCount),
      sortBy: (model) => model.versionCount,
    },
    {
      id: 'calibration',
      header: t('models.list.calibration'),
      isHiddenOnPhone: true,
      cell: (model) => <Calibrated model={model} />,
      sortBy: (model) => calibrationAt(model.live?.calibration, nominalShare)?.observed ?? null,
    },
    {
      id: 'owner',
      header: t('models.list.owner'),
      isHiddenOnPhone: true,
      cell: (model) =>
        model.mine ? (
          <span className="muted">{t('general.you')}</span>
        ) : (
          <span className="break">{model.modelUserName}</span>
        ),
      sortBy: (model) => model.modelUserName,
    },
  ]
}

const Calibrated = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const point = calibrationAt(model.live?.calibration, nominalShare)
  if (point === null) return <span className="muted">{t('models.calibrationNone')}</span>
  return (
    <span data-tabular>
      {t('models.calibrationShort', { observed: format.share(point.observed), nominal: format.share(point.nominal) })}
    </span>
  )
}
