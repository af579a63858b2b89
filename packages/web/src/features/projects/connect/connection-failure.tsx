import { ApiProblem } from '@omen/sdk'
import { IconAlertCircle } from '@tabler/icons-react'
import styles from '../../../ui/problem-notice/problem-notice.module.css'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import type { ConnectionState } from './use-connection.ts'

/** Why a connection failed, where no field says it. */
export const ConnectionFailure = ({ error, state }: { error: unknown; state: ConnectionState }) => {
  if (error === null || Object.keys(state.errors).length > 0) return null
  if (!(error instanceof ApiProblem) || error.code !== 'CONNECTION_FAILED') return <ProblemNotice error={error} />
  // The server words it in the language of the page, with what the service said
  return (
    <div className={styles.notice} role="alert">
      <IconAlertCircle size={18} className={styles.icon} aria-hidden />
      <div className={`${styles.body} break`}>{error.message}</div>
    </div>
  )
}
