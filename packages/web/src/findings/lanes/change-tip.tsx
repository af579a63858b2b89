import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Change } from '../analysis.ts'
import styles from './lanes.module.css'
import { tipLeft, tipWidth } from './tip-place.ts'

const mostInTip = 4

/** The changes under the pointer: what and when. */
export const ChangeTip = ({
  changes,
  at,
  width,
}: {
  changes: readonly Change[]
  at: { x: number; y: number }
  width: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = changes.length - mostInTip
  return (
    <div className={styles.tip} style={{ left: tipLeft(at.x, width), top: at.y + 18, width: tipWidth }} aria-hidden>
      {changes.slice(0, mostInTip).map(({ id, at: time, title, instances }) => (
        <div key={id}>
          <b className="break">{title}</b>
          <div className="muted break">{[format.moment(time), ...instances].join(t('general.comma'))}</div>
        </div>
      ))}
      {rest > 0 && <span className="muted">{t('analysis.changes.more', { count: rest })}</span>}
    </div>
  )
}
