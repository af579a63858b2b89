import type { ReactNode } from 'react'
import styles from './chart-grid.module.css'

/** Charts in two columns, the first as wide as both. */
export const ChartGrid = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>
