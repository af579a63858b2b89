import type { ReactNode } from 'react'
import styles from './panel.module.css'
import { PanelBoundary } from './panel-boundary.tsx'

interface PanelProps {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Names the part in the message of its boundary and for a screen reader. */
  label?: string
  flush?: boolean
}

/** A surface with its own error boundary: a failure inside it affects nothing else. */
export const Panel = ({ title, actions, children, label, flush = false }: PanelProps) => (
  <section className={styles.panel} aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
    {(title !== undefined || actions !== undefined) && (
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {actions}
      </div>
    )}
    <div className={flush ? styles.flush : styles.body}>
      <PanelBoundary>{children}</PanelBoundary>
    </div>
  </section>
)
