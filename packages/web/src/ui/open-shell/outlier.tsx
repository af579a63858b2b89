import styles from './open-shell.module.css'
import { outlierPath } from './outlier-path.ts'

const { band, line, point } = outlierPath({ width: 560, height: 240, samples: 90, outlier: 63 })

/** A series inside its expected band, and one point outside: an illustration of the product. */
export const Outlier = () => (
  <svg className={styles.outlier} viewBox="0 0 560 240" aria-hidden="true" focusable="false">
    <path d={band} className={styles.band} />
    <path d={line} className={styles.line} />
    <circle cx={point.x} cy={point.y} r="11" className={styles.ring} />
    <circle cx={point.x} cy={point.y} r="5" className={styles.dot} />
  </svg>
)
