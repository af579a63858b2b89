import styles from './incidents.module.css'

/** The number of an incident in its circle; filled while it is selected. */
export const IncidentNumber = ({ number, isOn = false }: { number: number; isOn?: boolean }) => (
  <span className={styles.number} data-on={isOn || undefined}>
    {number}
  </span>
)
