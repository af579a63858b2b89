import styles from './line-legend.module.css'

interface LegendEntry {
  label: string
  /** Of a line; without it the entry is that of the band. */
  color?: string | undefined
}

/** What the lines and the band of the chart below are. */
export const LineLegend = ({ label, entries }: { label: string; entries: readonly LegendEntry[] }) => (
  <ul className={styles.legend} aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.label} className={styles.entry}>
        <span
          className={entry.color === undefined ? styles.band : styles.line}
          style={{ background: entry.color }}
          aria-hidden
        />
        {entry.label}
      </li>
    ))}
  </ul>
)
