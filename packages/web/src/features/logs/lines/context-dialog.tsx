import { Button } from '@mantine/core'
import type { LogSearchLine } from '@omen/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import type { LogClock } from '../state/log-clock.ts'
import { contextQuery } from '../state/log-queries.ts'
import type { LogSource } from '../state/log-source.ts'
import { LineRow } from './line-row.tsx'
import styles from './lines.module.css'

interface ContextDialogProps {
  source: LogSource
  line: LogSearchLine
  clock: LogClock
  onClose: () => void
}

const FIRST = 41
const MAX_LINES = 401

/** What stands before and after a line, whatever was searched for. */
export const ContextDialog = ({ source, line, clock, onClose }: ContextDialogProps) => {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(FIRST)
  const context = useQuery({ ...contextQuery(source, line.id, limit), placeholderData: keepPreviousData })
  const box = useRef<HTMLElement>(null)
  const isThere = context.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines move the one that is meant
  useEffect(() => {
    box.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' })
  }, [isThere, context.data?.lines.length])
  return (
    <Dialog
      size="80rem"
      onClose={onClose}
      title={<b>{t('logs.lineRow.contextTitle', { when: clock.exact(line.number ?? line.time) })}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <Loaded query={context} skeleton={<RowsSkeleton rows={8} />}>
        {({ lines }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          <section ref={box} className={styles.context} tabIndex={0} aria-label={t('logs.lineRow.around')}>
            {lines.map((one) => (
              <LineRow key={one.id} line={one} clock={clock} isMarked={one.id === line.id} />
            ))}
          </section>
        )}
      </Loaded>
      {limit < MAX_LINES && (
        <Button variant="subtle" size="compact-sm" loading={context.isFetching} onClick={() => setLimit(MAX_LINES)}>
          {t('logs.lineRow.moreContext')}
        </Button>
      )}
    </Dialog>
  )
}
