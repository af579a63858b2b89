import type { Collection } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { Status } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './connection.module.css'

/** Whether a project can fetch, since when it cannot and what to do, and how far it has come. */
export const CollectionStatus = ({ collection }: { collection: Collection }) => {
  const { t } = useConnectTexts()
  const { t: tProjects } = useTranslation()
  const format = useFormat()
  const { connector, collectedTo, nextAt, fault, faultSince, sentence } = collection
  return (
    <div className="stack" style={{ gap: 12 }}>
      {fault === null ? (
        <Status tone="ok">{t('tab.fetching')}</Status>
      ) : (
        <div role="alert" className={styles.fault}>
          <div className="row">
            {fault === 'leftOut' ? (
              <Status tone="warn">{tProjects('projects.state.incomplete')}</Status>
            ) : (
              <Status tone="failed">{tProjects('projects.state.failing')}</Status>
            )}
            {faultSince !== null && (
              <span className="small muted">{t('tab.since', { when: format.clock(faultSince) })}</span>
            )}
          </div>
          <div className="break">{sentence}</div>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact name={t('tab.from')}>{connectors[connector].name}</Fact>
        <Fact name={t('tab.to')}>
          <TimeText time={collectedTo} />
        </Fact>
        <Fact name={t('tab.next')}>{nextAt <= Date.now() ? t('tab.now') : <TimeText time={nextAt} />}</Fact>
      </dl>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="small muted">{name}</dt>
    <dd style={{ margin: 0 }}>{children}</dd>
  </div>
)
