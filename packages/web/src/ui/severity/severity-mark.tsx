import { severityColor } from '@omen/charts'
import styles from './severity-mark.module.css'
import { severityName } from './severity-name.ts'
import type { SeverityWords } from './use-severity-words.ts'

interface SeverityMarkProps {
  val: number
  isMissingValue?: boolean
  /** "above normal" and the like, in the reader's language. */
  words: SeverityWords
  /** The shape alone, beside a text that says the rest. */
  isBare?: boolean
}

/** Severity as a block of its colour, a direction and a number: never by colour alone. */
export const SeverityMark = ({ val, isMissingValue = false, words, isBare = false }: SeverityMarkProps) => {
  const name = severityName(val, isMissingValue)
  const figure = name === 'missing' ? '' : name === 'down' ? '10' : Math.abs(val).toFixed(1)
  return (
    <span className={styles.mark} title={words[name].full}>
      <svg width="12" height="12" viewBox="0 0 12 12" role="img" aria-label={words[name].full}>
        {name === 'missing' ? (
          <Hatch />
        ) : (
          <path d={SEVERITY_SHAPES[name]} fill={severityColor(val)} stroke="var(--omen-mark-edge)" strokeWidth="0.75" />
        )}
      </svg>
      {!isBare && <span className={styles.figure}>{figure === '' ? words[name].short : figure}</span>}
    </span>
  )
}

/** In a box of 12: above and below what is expected, and down. */
export const SEVERITY_SHAPES = {
  above: 'M6 1 L11.5 11 H0.5 Z',
  below: 'M6 11 L11.5 1 H0.5 Z',
  down: 'M6 11 L11.5 1 H0.5 Z',
}

const Hatch = () => (
  <path
    d="M0.5 0.5 H11.5 V11.5 H0.5 Z M0.5 6 L6 0.5 M0.5 11.5 L11.5 0.5 M6 11.5 L11.5 6"
    fill="none"
    stroke="var(--omen-silent)"
  />
)
