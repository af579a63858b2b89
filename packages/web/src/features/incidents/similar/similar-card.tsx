import type { IncidentDetail } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { Card } from '../../../ui/card/card.tsx'
import { sharedNames } from './shared-names.ts'
import styles from './similar.module.css'

/** Earlier incidents like this one, and what was done then. */
export const SimilarCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { similar, source } = detail
  return (
    <Card title={t('incidents.similar.title')}>
      {similar.length === 0 ? (
        <p className={styles.none}>
          {t(source.kind === 'detection' ? 'incidents.similar.noneOfFile' : 'incidents.similar.none')}
        </p>
      ) : (
        <ul className={styles.list}>
          {similar.map(({ id, title, onset, durationMs, similarity, shared, done }) => (
            <li key={id}>
              <span className={styles.body}>
                <Link to={incidentPath(id)} className={styles.title ?? ''}>
                  {title}
                </Link>
                <span className={styles.facts}>
                  {[
                    format.when(onset),
                    format.duration(durationMs),
                    ...(shared.length > 0
                      ? [t('incidents.similar.shared', { what: sharedNames(shared).join(t('general.nameComma')) })]
                      : []),
                  ].join(' · ')}
                </span>
                {done.map(({ at, by, text }) => (
                  <span key={`${at} ${text}`} className={styles.done}>
                    {t('incidents.similar.done', { text })}
                    {by !== null && <span className={styles.facts}> {by}</span>}
                  </span>
                ))}
              </span>
              <span className={styles.share}>{format.share(similarity)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
