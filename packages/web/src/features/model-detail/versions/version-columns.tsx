import { Badge, Button } from '@mantine/core'
import type { Model, ModelVersion } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { calibrationAt } from '../../../lib/models/calibration-at.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { FailureText } from '../../../ui/failure-text/failure-text.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { VersionStatus } from '../../../ui/version-status/version-status.tsx'

export const useVersionColumns = (model: Model): Column<ModelVersion>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const measured: Column<ModelVersion>[] = [
    {
      id: 'rows',
      header: t('models.versions.rows'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: ({ rows }) => (rows == null ? '' : format.count(rows)),
      sortBy: ({ rows }) => rows ?? null,
    },
    {
      id: 'observed',
      header: t('models.versions.observed'),
      align: 'end',
      cell: (version) => {
        const point = calibrationAt(version.calibration, 0.01)
        return point === null ? <span className="muted">–</span> : format.share(point.observed)
      },
      sortBy: (version) => calibrationAt(version.calibration, 0.01)?.observed ?? null,
    },
    {
      id: 'size',
      header: t('models.versions.size'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: ({ bytes }) => (bytes == null ? '' : format.bytes(bytes)),
      sortBy: ({ bytes }) => bytes ?? null,
    },
  ]
  return [
    {
      id: 'version',
      header: t('models.versions.version'),
      cell: (version) => (
        <span className="row" style={{ gap: 6, flexWrap: 'nowrap' }}>
          v{version.version}
          {version.live && (
            <Badge size="xs" variant="light" tt="none">
              {t('models.versions.live')}
            </Badge>
          )}
        </span>
      ),
      sortBy: (version) => version.version,
    },
    {
      id: 'state',
      header: t('models.versions.state'),
      cell: (version) => <State version={version} />,
      sortBy: (version) => version.state,
    },
    {
      id: 'file',
      header: t('models.versions.file'),
      isHiddenOnPhone: true,
      cell: (version) => <span className="break">{version.uploadFileName}</span>,
      sortBy: (version) => version.uploadFileName ?? null,
    },
    {
      id: 'range',
      header: t('models.versions.range'),
      isHiddenOnPhone: true,
      cell: ({ trainedFrom, trainedTo }) =>
        trainedFrom != null && trainedTo != null ? format.span(trainedFrom, trainedTo) : '',
      sortBy: ({ trainedTo }) => trainedTo ?? null,
    },
    ...measured,
    {
      id: 'made',
      header: t('models.versions.made'),
      isHiddenOnPhone: true,
      cell: (version) => <TimeText time={version.createdAt} />,
      sortBy: (version) => version.createdAt,
    },
    {
      id: 'promote',
      header: t('models.versions.promote'),
      isHeaderHidden: true,
      align: 'end',
      cell: (version) => <PromoteButton model={model} version={version} />,
    },
  ]
}

/** Makes a version the live one; for an older one this is a rollback. */
const PromoteButton = ({ model, version }: { model: Model; version: ModelVersion }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const number = version.version
  const promote = useMutation({
    mutationFn: () => omen.models.promote(model.id, number),
    onSuccess: () => showMessage(t('models.versions.promoted', { version: number })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.model.one(model.id) }),
  })
  if (!model.mine || version.live || version.state !== 'ready') return null
  const isOlder = model.live !== undefined && number < model.live.version
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={promote.isPending}
      onClick={() => promote.mutate()}
      aria-label={t(isOlder ? 'models.versions.rollBackNamed' : 'models.versions.promoteNamed', { version: number })}
    >
      {t(isOlder ? 'models.versions.rollBack' : 'models.versions.promote')}
    </Button>
  )
}

const State = ({ version }: { version: ModelVersion }) => {
  if (version.state !== 'failed' || version.failure === undefined) return <VersionStatus state={version.state} />
  return (
    <>
      <VersionStatus state="failed" />
      <div className="tiny muted break">
        <FailureText error={version.failure} />
      </div>
    </>
  )
}
