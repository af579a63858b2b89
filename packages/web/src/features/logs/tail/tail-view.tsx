import { Button } from '@mantine/core'
import type { LogSearchLine } from '@omen/sdk'
import { IconPlayerPause, IconPlayerPlay, IconTerminal2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { outageOf, useOutage } from '../../../lib/api/outage.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { ContextDialog } from '../lines/context-dialog.tsx'
import { LineList } from '../lines/line-list.tsx'
import { SearchBox } from '../lines/search-box.tsx'
import { LogFilters } from '../page/log-filters.tsx'
import toolbar from '../page/toolbar.module.css'
import { queryAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import type { LogFilter } from '../state/log-queries.ts'
import { minSeverity } from '../state/severity-level.ts'
import styles from './tail.module.css'
import { EMPTY_TAIL, KEPT_LINES, type TailBuffer, withArrived } from './tail-buffer.ts'

interface TailViewProps {
  address: string
  filter: LogFilter
  clock: LogClock
  services: readonly string[]
}

/** Lines of a project as they arrive, until the reader holds them. */
export const TailView = ({ address, filter, clock, services }: TailViewProps) => {
  const { t } = useTranslation()
  const [q, setQuery] = useAtom(queryAtom)
  const { level, services: chosen } = filter
  const { buffer, error, restart } = useTail({
    projectName: address,
    ...(q !== '' && { q }),
    ...(level !== '' && { minSeverity: minSeverity(level) }),
    ...(chosen.length > 0 && { service: [...chosen] }),
  })
  const [held, setHeld] = useState<{ buffer: TailBuffer; at: number } | null>(null)
  const [around, setAround] = useState<LogSearchLine | null>(null)
  const shown = held?.buffer ?? buffer
  const hold = () => setHeld((before) => before ?? { buffer, at: Date.now() })
  const search = (query: string) => {
    setHeld(null)
    setQuery(query)
  }
  const isBadQuery = toProblem(error).details.some(({ field }) => field === 'q')
  return (
    <>
      <div className={toolbar.bar}>
        <SearchBox value={q} onSearch={search} error={error} />
        <LogFilters services={services} />
        <div className={toolbar.end}>
          <TailStatus held={held} received={buffer.received} isLost={error !== null} />
          {held === null ? (
            <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={hold}>
              {t('logs.tail.pause')}
            </Button>
          ) : (
            <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setHeld(null)}>
              {t('logs.tail.backToNow')}
            </Button>
          )}
        </div>
      </div>
      {error !== null && !isBadQuery && (
        <div className={styles.notice}>
          <ProblemNotice error={error} onRetry={restart} />
        </div>
      )}
      {shown.lines.length === 0 ? (
        <EmptyState icon={<IconTerminal2 size={24} />} text={t(q === '' ? 'logs.tail.waiting' : 'logs.tail.noMatch')} />
      ) : (
        <LineList
          label={t('logs.tail.label')}
          lines={shown.lines}
          clock={clock}
          isAtEnd={held === null}
          onLeaveEnd={hold}
          detail={(line) => (
            <Button variant="default" size="compact-sm" onClick={() => setAround(line)}>
              {t('logs.lineRow.context')}
            </Button>
          )}
        />
      )}
      <p className={styles.foot}>
        {[
          t('logs.tail.count', { count: shown.received }),
          ...(shown.received > KEPT_LINES ? [t('logs.tail.kept', { count: KEPT_LINES })] : []),
          ...(shown.leftOut > 0 ? [t('logs.tail.leftOut', { count: shown.leftOut })] : []),
        ].join(t('general.betweenSentences'))}
      </p>
      {around !== null && (
        <ContextDialog source={filter.source} line={around} clock={clock} onClose={() => setAround(null)} />
      )}
    </>
  )
}

interface TailRequest {
  readonly projectName: string
  readonly q?: string
  readonly minSeverity?: number
  readonly service?: string[]
}

/** Lines as they arrive, the newest few thousand of them. */
const useTail = (request: TailRequest): { buffer: TailBuffer; error: unknown; restart: () => void } => {
  const client = useQueryClient()
  const [buffer, setBuffer] = useState(EMPTY_TAIL)
  const [error, setError] = useState<unknown>(null)
  const [run, setRun] = useState(0)
  const key = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run asks for the same anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const attempt = <T,>(call: () => Promise<T>) => outageOf(client).send(call, signal)
    setBuffer(EMPTY_TAIL)
    setError(null)
    const follow = async () => {
      for await (const arrived of omen.logs.tail(JSON.parse(key) as TailRequest, { signal, attempt }))
        setBuffer((before) => withArrived(before, arrived))
    }
    follow().catch((thrown: unknown) => {
      if (!signal.aborted) setError(thrown)
    })
    return () => controller.abort()
  }, [key, run, client])
  return { buffer, error, restart: () => setRun(run + 1) }
}

interface TailStatusProps {
  held: { buffer: TailBuffer; at: number } | null
  received: number
  isLost: boolean
}

/** Whether lines are followed; since when they are held, and how many have come since. */
const TailStatus = ({ held, received, isLost }: TailStatusProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const outage = useOutage()
  if (outage !== null || isLost)
    return (
      <span className={styles.status} data-tone="lost">
        {t('live.status.lost')}
      </span>
    )
  if (held === null)
    return (
      <span className={styles.status} data-tone="live">
        {t('live.status.live')}
      </span>
    )
  const missed = received - held.buffer.received
  return (
    <span className={styles.status} data-tone="held">
      {t('live.status.paused', { time: format.clock(held.at) })}
      {missed > 0 && <span className="muted">{t('logs.tail.missed', { count: missed })}</span>}
    </span>
  )
}
