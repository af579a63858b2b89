import styles from './connect.module.css'

export interface Figure {
  text: string
  hint: string
}

/** Figures in a row, each with what it means below. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ text, hint }) => (
      <div key={hint}>
        <dt className={styles.figure}>{text}</dt>
        <dd className="small muted" style={{ margin: 0 }}>
          {hint}
        </dd>
      </div>
    ))}
  </dl>
)
