import { Button, CopyButton } from '@mantine/core'
import type { LogSearchLine } from '@omen/sdk'
import { IconCopy } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogClock } from '../state/log-clock.ts'
import { LineRow } from './line-row.tsx'
import { LineText } from './line-text.tsx'
import styles from './lines.module.css'

interface LineListProps {
  label: string
  lines: readonly LogSearchLine[]
  clock: LogClock
  /** What stands in an opened line, under its text. */
  detail: (line: LogSearchLine) => ReactNode
  /** The end of the list comes into view. */
  onEnd?: () => void
  /** Stays at its end when lines come, until the reader leaves it. */
  isAtEnd?: boolean
  onLeaveEnd?: () => void
  /** Below the last line. */
  foot?: ReactNode
}

const ROW_HEIGHT = 24
const OVERSCAN = 20
/** So near to the end that more is wanted, px. */
const NEAR_END = 400
/** Scrolled so far from the end on purpose, px. */
const LEAVES_END = 60

/** Lines below each other, those in view alone in the document; one opens where it stands. */
export const LineList = (props: LineListProps) => {
  const { label, lines, clock, detail, onEnd, isAtEnd = false, onLeaveEnd, foot } = props
  const scroller = useRef<HTMLElement>(null)
  const lastTop = useRef(0)
  const [openId, setOpen] = useState<string | null>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  const count = lines.length
  const lastId = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last line changes also where as many went as came
  useEffect(() => {
    if (isAtEnd && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [isAtEnd, count, lastId, virtual])
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget
    const left = scrollHeight - scrollTop - clientHeight
    // Upwards by hand: rows that are measured only ever move the end.
    if (isAtEnd && scrollTop < lastTop.current && left > LEAVES_END) onLeaveEnd?.()
    lastTop.current = scrollTop
    if (left < NEAR_END) onEnd?.()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0} onScroll={onScroll}>
      <ol className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const isOpen = line.id === openId
          return (
            <li
              key={line.id}
              ref={virtual.measureElement}
              aria-setsize={count}
              aria-posinset={index + 1}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LineRow line={line} clock={clock} isOpen={isOpen} onToggle={() => setOpen(isOpen ? null : line.id)} />
              {isOpen && <LineDetail line={line}>{detail(line)}</LineDetail>}
            </li>
          )
        })}
      </ol>
      {foot}
    </section>
  )
}

/** What a line was sent with, and what can be done with it. */
const LineDetail = ({ line, children }: { line: LogSearchLine; children: ReactNode }) => {
  const { t } = useTranslation()
  const { instance, service, number, attributes = {}, isCut } = line
  const facts: [string, string][] = [
    ...(service === '' ? [] : [[t('logs.field.service'), service] as [string, string]]),
    ...(instance === '' ? [] : [[t('logs.field.instance'), instance] as [string, string]]),
    ...(number === undefined ? [] : [[t('logs.field.number'), String(number)] as [string, string]]),
    ...Object.entries(attributes).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
  return (
    <div className={styles.detail}>
      {isCut && <p className={styles.note}>{t('logs.lineRow.cut')}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>
                  <LineText line={name} limit={200} />
                </bdi>
              </dt>
              <dd>
                <bdi>
                  <LineText line={value} limit={2000} />
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.actions}>
        <CopyButton value={line.line}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" leftSection={<IconCopy size={14} />} onClick={copy}>
              {copied ? t('general.copied') : t('logs.lineRow.copy')}
            </Button>
          )}
        </CopyButton>
        {children}
      </div>
    </div>
  )
}
