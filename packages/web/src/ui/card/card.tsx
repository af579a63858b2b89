import type { ReactNode } from 'react'
import { PanelBoundary } from '../panel/panel-boundary.tsx'
import styles from './card.module.css'

interface CardProps {
  title: string
  /** Beside the title. */
  count?: string | undefined
  /** At the right of the head. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page under its head; a failure inside it affects nothing else. */
export const Card = ({ title, count, aside, children }: CardProps) => (
  <section className={styles.card} aria-label={title}>
    <div className={styles.head}>
      <h2 className={styles.title}>
        {title}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </h2>
      {aside}
    </div>
    <PanelBoundary>{children}</PanelBoundary>
  </section>
)
