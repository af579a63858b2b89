import { Button, Select } from '@mantine/core'
import type { LogSearchLine } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { IconListSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutage } from '../../../lib/api/outage.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { LogExportMenu } from '../page/log-export-menu.tsx'
import { LogFilters } from '../page/log-filters.tsx'
import toolbar from '../page/toolbar.module.css'
import { orderAtom, queryAtom, showLinesAtom, templateAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import { linesQuery } from '../state/log-queries.ts'
import type { Shown } from '../state/use-shown.ts'
import { ContextDialog } from './context-dialog.tsx'
import { LineList } from './line-list.tsx'
import styles from './lines.module.css'
import { SearchBox } from './search-box.tsx'

interface LinesViewProps {
  shown: Shown
  clock: LogClock
  services: readonly string[]
  name: string
}

/** The lines of the time shown, or those that a search finds. */
export const LinesView = ({ shown, clock, services, name }: LinesViewProps) => {
  const { t } = useTranslation()
  const [q, setQuery] = useAtom(queryAtom)
  const templateId = useAtomValue(templateAtom)
  const [order, setOrder] = useAtom(orderAtom)
  const showLines = useSetAtom(showLinesAtom)
  const search = useInfiniteQuery(linesQuery({ ...shown.filter, time: shown.part, q, templateId, order }))
  const lines = useMemo(() => search.data?.pages.flatMap((page) => page.lines) ?? [], [search.data])
  const [around, setAround] = useState<LogSearchLine | null>(null)
  const isBadQuery = toProblem(search.error).details.some(({ field }) => field === 'q')
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = search
  const last = search.data?.pages.at(-1)
  const more = () => hasNextPage && !isFetchingNextPage && last?.isComplete !== false && void fetchNextPage()
  return (
    <>
      <div className={toolbar.bar}>
        <SearchBox value={q} onSearch={setQuery} error={search.error} />
        <LogFilters services={services} />
        <Select
          className={toolbar.order ?? ''}
          aria-label={t('logs.search.order')}
          data={(['newest', 'oldest'] as const).map((value) => ({ value, label: t(`logs.search.orders.${value}`) }))}
          value={order}
          onChange={(value) => setOrder(value === 'oldest' ? 'oldest' : 'newest')}
          allowDeselect={false}
        />
        <LogExportMenu
          isButton
          isDisabled={lines.length === 0}
          label={t('logs.search.export')}
          name={t('logs.search.fileName', { name })}
          csv={() => linesCsv(lines)}
          json={() => lines.map(({ highlights: _, ...line }) => line)}
        />
      </div>
      {templateId !== null && <OneTemplate templateId={templateId} onAll={() => showLines({ q })} />}
      {search.isError && !isBadQuery && !isOutage(search.error) ? (
        <div className={styles.notice}>
          <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />
        </div>
      ) : search.data === undefined ? (
        isBadQuery ? (
          <p className={styles.quiet}>{t('logs.search.notRun')}</p>
        ) : (
          <RowsSkeleton rows={8} />
        )
      ) : lines.length === 0 && last?.isComplete !== false && !hasNextPage ? (
        <EmptyState
          icon={<IconListSearch size={24} />}
          text={t(q === '' ? 'logs.search.none' : 'logs.search.nothing', { query: q })}
        />
      ) : (
        <LineList
          label={t('logs.search.found', { count: lines.length })}
          lines={lines}
          clock={clock}
          onEnd={more}
          detail={(line) => (
            <Button variant="default" size="compact-sm" onClick={() => setAround(line)}>
              {t('logs.lineRow.context')}
            </Button>
          )}
          foot={
            <Foot
              count={lines.length}
              isWhole={!hasNextPage}
              isLoading={isFetchingNextPage}
              searchedTo={last?.isComplete === false ? (last.searchedTo ?? null) : null}
              clock={clock}
              onMore={() => void fetchNextPage()}
            />
          }
        />
      )}
      {around !== null && (
        <ContextDialog source={shown.filter.source} line={around} clock={clock} onClose={() => setAround(null)} />
      )}
    </>
  )
}

const OneTemplate = ({ templateId, onAll }: { templateId: number; onAll: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.only}>
      <span>{t('logs.search.ofTemplate', { id: templateId })}</span>
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        {t('logs.search.ofAll')}
      </Button>
    </div>
  )
}

interface FootProps {
  count: number
  isWhole: boolean
  isLoading: boolean
  /** How far a search came that took its whole time; null where it did not. */
  searchedTo: number | null
  clock: LogClock
  onMore: () => void
}

/** How many lines were found so far, how far the search came, and the way on. */
const Foot = ({ count, isWhole, isLoading, searchedTo, clock, onMore }: FootProps) => {
  const { t } = useTranslation()
  return (
    <div className={styles.foot} role="status">
      {searchedTo !== null ? (
        <span>{t('logs.search.partial', { count, to: clock.moment(searchedTo) })}</span>
      ) : (
        <span className="muted">{t(isWhole ? 'logs.search.all' : 'logs.search.sofar', { count })}</span>
      )}
      {!isWhole && (
        <Button variant="default" size="compact-sm" loading={isLoading} onClick={onMore}>
          {t(searchedTo === null ? 'logs.search.more' : 'logs.search.goOn')}
        </Button>
      )}
    </div>
  )
}

const linesCsv = (lines: readonly LogSearchLine[]): string =>
  [
    'time,number,severity,service,instance,line',
    ...lines.map(({ time, number, severity, service, instance, line }) =>
      csvRow([time, number ?? '', severity, service, instance, line]),
    ),
  ].join('\n')
