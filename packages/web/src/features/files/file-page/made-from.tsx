import type { DetectionHead, StoredFile } from '@omen/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './made-from.module.css'

const MAX_SHOWN = 50

/** Models that were trained on a file and detections in it, newest first. */
export const MadeFrom = ({ file: { filename } }: { file: StoredFile }) => {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: queryKeys.file.made(filename),
    queryFn: async ({ signal }) => {
      const [models, detections] = await Promise.all([
        omen.models.list({ filename, pageSize: MAX_SHOWN }, { signal }),
        omen.detections.list({ filename, pageSize: MAX_SHOWN }, { signal }),
      ])
      return { models, detections }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={t('files.made.title')}>
      <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
        {({ models, detections }) =>
          models.total + detections.total === 0 ? (
            <p className="muted" style={{ margin: 0 }}>
              {t('files.made.none')}
            </p>
          ) : (
            <ul className={styles.list}>
              {models.items.map((model) => (
                <li key={model.id}>
                  <span className="muted">{t('files.made.model')}</span>
                  <Link to={`/models/${model.id}`} className="break">
                    {model.modelName} · {model.modelType}
                  </Link>
                  <span className="muted">{t('files.made.versions', { count: model.versionCount })}</span>
                  <TimeText time={model.updatedAt} />
                </li>
              ))}
              {detections.items.map((detection) => (
                <li key={detection.id}>
                  <span className="muted">{t(`files.jobs.kinds.${detection.kind}`)}</span>
                  <Link to={`/detections/${detection.id}`} className="break">
                    {detection.modelName === undefined
                      ? t('files.made.plot')
                      : `${detection.modelName} v${detection.modelVersion}`}
                  </Link>
                  <span className="muted">{detection.kind === 'detection' && <Found detection={detection} />}</span>
                  <TimeText time={detection.createdAt} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

const Found = ({ detection: { incidentCount, periodCount } }: { detection: DetectionHead }) => {
  const { t } = useTranslation()
  // A detection of an older version has only its periods counted.
  return incidentCount === undefined
    ? t('files.made.periods', { count: periodCount })
    : t('files.made.incidents', { count: incidentCount })
}
