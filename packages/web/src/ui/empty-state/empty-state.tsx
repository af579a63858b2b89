import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title?: string
  text: string
  action?: ReactNode
}

/** Explains what will appear here and offers the action that creates it. */
export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.icon} aria-hidden>
      {icon}
    </div>
    {title !== undefined && <p className={styles.title}>{title}</p>}
    <p className={styles.text}>{text}</p>
    {action}
  </div>
)
