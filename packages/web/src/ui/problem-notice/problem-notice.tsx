import { Button } from '@mantine/core'
import type { ErrorDetail } from '@omen/sdk'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { currentLocale } from '../../lib/i18n/i18n.ts'
import { detailMessage } from '../../lib/problem/detail-message.ts'
import { type Problem, toProblem } from '../../lib/problem/problem.ts'
import styles from './problem-notice.module.css'

const SHOWN_DETAILS = 8

/** Error message of a failed panel, form or job: what happened, where, and what to do. */
export const ProblemNotice = ({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) => {
  const { t } = useTranslation()
  const problem = toProblem(error)
  return (
    <div className={styles.notice} role="alert">
      <IconAlertCircle size={18} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        {title !== undefined && <strong>{title}</strong>}
        <div className="break">
          {t(`errors.${problem.code}`)} <RetryAfter problem={problem} />
        </div>
        <Details problem={problem} />
        {problem.requestId !== undefined && problem.code === 'INTERNAL' && (
          <div className="tiny muted">{t('general.requestId', { id: problem.requestId })}</div>
        )}
        {onRetry && problem.code !== 'FORBIDDEN' && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry} className={styles.retry}>
            {t('general.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}

const RetryAfter = ({ problem }: { problem: Problem }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (problem.retryAfterMs === undefined || problem.retryAfterMs < 1000) return null
  return <>{t('general.tryAgainIn', { duration: format.duration(problem.retryAfterMs) })}</>
}

/** Neither the field that held the file, where a line or the file itself is at fault, nor one whose entry has a name. */
const isFieldToName = ({ field, line, name }: ErrorDetail): boolean =>
  field !== undefined && field !== 'file' && field !== 'filename' && line === undefined && name === undefined

const Details = ({ problem }: { problem: Problem }) => {
  const { t } = useTranslation()
  if (problem.details.length === 0) return null
  return (
    <ul className={styles.details}>
      {problem.details.slice(0, SHOWN_DETAILS).map((detail) => {
        const where = [
          detail.line !== undefined && t('general.where.line', { line: detail.line }),
          detail.column !== undefined && detail.column > 0 && t('general.where.column', { column: detail.column }),
          detail.name,
          isFieldToName(detail) && t('general.where.field', { field: detail.field }),
        ].filter((part) => typeof part === 'string' && part !== '')
        const message = detailMessage(problem.code, detail, currentLocale())
        if (where.length === 0 && message === undefined) return null
        return (
          <li key={`${where.join()}${message ?? ''}`} className="break">
            {where.length > 0 && (
              <b>
                {where.join(t('general.comma'))}
                {message !== undefined && t('general.colon')}
              </b>
            )}
            {message}
          </li>
        )
      })}
    </ul>
  )
}
