import type { LogSearchLine } from '@omen/sdk'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { cursorAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import { LevelTag } from '../templates/level-tag.tsx'
import type { Span } from './line-segments.ts'
import { LineText } from './line-text.tsx'
import styles from './lines.module.css'

interface LineRowProps {
  line: LogSearchLine
  clock: LogClock
  variables?: readonly Span[]
  /** With an edge of ink: what the others stand around. */
  isMarked?: boolean
  /** Where a line can be opened. */
  isOpen?: boolean
  onToggle?: () => void
}

/** As much of a line as is drawn before it is opened. */
const FOLDED_LENGTH = 600

/** One line: when, how severe, from where, and its text. */
export const LineRow = ({ line, clock, variables, isMarked = false, isOpen = false, onToggle }: LineRowProps) => {
  const { t } = useTranslation()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const point = useSetAtom(cursorAtom)
  const show = () => clock.hasTimes && point({ x: line.time, seriesName: '' })
  const hide = () => point(null)
  const when = clock.exact(clock.hasTimes ? line.time : (line.number ?? line.time))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a line only marks its moment in the charts
    <div
      className={styles.row}
      data-marked={isMarked || undefined}
      data-open={isOpen || undefined}
      data-line={line.id}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {onToggle === undefined ? (
        <span className={styles.when}>{when}</span>
      ) : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'logs.lineRow.close' : 'logs.lineRow.open', { when })}
          onClick={onToggle}
        >
          <Chevron size={14} aria-hidden />
          <span className={styles.when}>{when}</span>
        </button>
      )}
      <LevelTag severity={line.severity} />
      <span className={styles.text} dir="ltr" title={isOpen ? undefined : line.line.slice(0, FOLDED_LENGTH)}>
        <Place line={line} />
        <LineText
          line={line.line}
          matches={line.highlights}
          variables={variables}
          {...(!isOpen && { limit: FOLDED_LENGTH })}
        />
        {!isOpen && line.line.length > FOLDED_LENGTH && '…'}
      </span>
    </div>
  )
}

/** "orders[node3] ", where it is known. */
const Place = ({ line: { service, instance } }: { line: LogSearchLine }) => {
  const name = service === '' ? instance : instance === '' ? service : `${service}[${instance}]`
  if (name === '') return null
  return (
    <bdi className={styles.place}>
      <LineText line={name} limit={120} />{' '}
    </bdi>
  )
}
