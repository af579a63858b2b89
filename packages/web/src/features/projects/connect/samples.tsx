import type { ConnectionSample } from '@omen/sdk'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './connect.module.css'

/** The newest samples or lines that a service has. */
export const Samples = ({ samples }: { samples: readonly ConnectionSample[] }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const areLines = samples.some(({ value }) => typeof value === 'string')
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('result.samples')}>
        <thead>
          <tr>
            <th scope="col">{t(areLines ? 'result.line' : 'result.series')}</th>
            <th scope="col" className={styles.value} data-end={!areLines || undefined}>
              {t(areLines ? 'result.instance' : 'result.value')}
            </th>
            <th scope="col" className={styles.seen} data-end>
              {t('result.seen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ time, name, value, unit }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the table is replaced as a whole
            <tr key={at}>
              <td title={areLines ? String(value) : name}>
                {areLines ? <span className={styles.line}>{value}</span> : name}
              </td>
              {areLines ? (
                <td title={name}>{name}</td>
              ) : (
                <td data-end>
                  <b>{typeof value === 'number' ? format.figure(value) : '–'}</b> <span className="muted">{unit}</span>
                </td>
              )}
              <td data-end className="muted">
                <TimeText time={time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
