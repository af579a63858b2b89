import styles from './status.module.css'

export type StatusTone = 'ok' | 'running' | 'silent' | 'warn' | 'failed'

/** A coloured dot with a label: colour is never the only cue. */
export const Status = ({ tone, children, busy = false }: { tone: StatusTone; children: string; busy?: boolean }) => (
  <span className={styles.status} data-tone={tone}>
    <span className={styles.dot} data-busy={busy || undefined} aria-hidden />
    {children}
  </span>
)
