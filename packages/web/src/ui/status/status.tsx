import styles from './status.module.css'

export type StatusTone = 'ok' | 'learning' | 'silent' | 'failed'

/** A dot with its word: the colour is never alone. */
export const Status = ({ tone, children, busy = false }: { tone: StatusTone; children: string; busy?: boolean }) => (
  <span className={styles.status} data-tone={tone}>
    <span className={styles.dot} data-busy={busy || undefined} aria-hidden />
    {children}
  </span>
)
