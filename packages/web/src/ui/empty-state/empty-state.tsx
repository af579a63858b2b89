import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title?: string
  text: string
  action?: ReactNode
}

/** Says what will appear here and offers the one action that makes it appear. */
export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.icon} aria-hidden>
      {icon}
    </div>
    {title !== undefined && <h3 className={styles.title}>{title}</h3>}
    <p className={styles.text}>{text}</p>
    {action}
  </div>
)
