import type { ObservedCalibration, Project, ProjectModelVersion } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectModelPath } from '../../../lib/projects/project-address.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

/** The model that a project has learned: its versions, and how often it flagged rows beside how often it should. */
export const LearnedModel = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const versionColumns = useVersionColumns()
  const calibrationColumns = useCalibrationColumns()
  const { model, modelDueAt } = project
  const learned = useQuery({
    queryKey: queryKeys.project.model(address),
    queryFn: ({ signal }) => omen.projects.model(address, { brief: true }, { signal }),
    enabled: model !== null,
  })
  const next =
    modelDueAt === null ? t('projects.model.never') : t('projects.model.due', { when: format.when(modelDueAt) })
  return (
    <div className="stack">
      <p style={{ margin: 0 }}>
        {model === null
          ? t('projects.model.none')
          : t('projects.model.now', { name: model.modelName, version: model.version })}{' '}
        <span className="muted">{next}</span>{' '}
        {model !== null && <Link to={projectModelPath(address)}>{t('compare.model.link')}</Link>}
      </p>
      {model !== null && (
        <Loaded query={learned} skeleton={<p role="status">{t('projects.model.reading')}</p>}>
          {({ versions, calibration }) => (
            <>
              <DataTable
                label={t('projects.model.versions')}
                columns={versionColumns}
                rows={versions}
                rowKey={({ from }) => String(from)}
              />
              {calibration.length > 0 && (
                <section>
                  <h3 style={{ margin: '0 0 4px', fontSize: 14 }}>{t('projects.model.calibration')}</h3>
                  <DataTable
                    label={t('projects.model.calibration')}
                    columns={calibrationColumns}
                    rows={calibration}
                    rowKey={({ day }) => String(day)}
                    initialSort={{ id: 'day', desc: true }}
                  />
                </section>
              )}
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}

const useVersionColumns = (): Column<ProjectModelVersion>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'version',
      header: t('projects.model.version'),
      cell: ({ version, modelType }) => `${version} · ${modelType}`,
      sortBy: ({ version }) => version,
    },
    {
      id: 'from',
      header: t('projects.model.from'),
      cell: ({ from }) => <TimeText time={from} />,
      sortBy: ({ from }) => from,
    },
    {
      id: 'trained',
      header: t('projects.model.trained'),
      isHiddenOnPhone: true,
      cell: ({ trainedFrom, trainedTo }) =>
        trainedFrom === null || trainedTo === null ? '–' : format.span(trainedFrom, trainedTo),
    },
    {
      id: 'rows',
      header: t('projects.model.rows'),
      align: 'end',
      cell: ({ rows }) => (rows === null ? '–' : format.count(rows)),
      sortBy: ({ rows }) => rows,
    },
  ]
}

const useCalibrationColumns = (): Column<ObservedCalibration>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'day',
      header: t('projects.model.day'),
      isOneLine: true,
      cell: ({ day }) => format.day(day),
      sortBy: ({ day }) => day,
    },
    {
      id: 'nominal',
      header: t('projects.model.nominal'),
      align: 'end',
      cell: ({ nominal }) => format.share(nominal),
    },
    {
      id: 'observed',
      header: t('projects.model.observed'),
      align: 'end',
      cell: ({ observed }) => format.share(observed),
      sortBy: ({ observed }) => observed,
    },
    {
      id: 'samples',
      header: t('projects.model.samples'),
      isHiddenOnPhone: true,
      align: 'end',
      cell: ({ samples }) => format.count(samples),
      sortBy: ({ samples }) => samples,
    },
  ]
}
