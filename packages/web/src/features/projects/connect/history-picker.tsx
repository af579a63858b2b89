import { Slider } from '@mantine/core'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { Figures } from './figures.tsx'
import type { TestedFields } from './use-connection.ts'

/** Stops of the slider: fine at first, coarse later. */
const HISTORY_DAYS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]

/** A test makes about as many calls: for samples, for what there is, and for the estimate. */
const CALLS_OF_TEST = 3
const MIN_CALL_MS = 100

interface HistoryPickerProps {
  days: number
  onChange: (days: number) => void
  tested: TestedFields | undefined
  /** Without the stop for none. */
  isWanted?: boolean
}

/** How much of the past to fetch, and what that takes. */
export const HistoryPicker = ({ days, onChange, tested, isWanted = false }: HistoryPickerProps) => {
  const { t } = useConnectTexts()
  const stops = isWanted ? HISTORY_DAYS.slice(1) : HISTORY_DAYS
  const isEstimated = tested !== undefined && tested.test.estimate.callsPerBackfilledDay > 0
  const write = (count: number): string => (count === 0 ? t('history.none') : t('history.days', { count }))
  return (
    <div className="stack">
      <div>
        <Slider
          thumbLabel={t('history.label')}
          min={0}
          max={stops.length - 1}
          step={1}
          value={stops.indexOf(days)}
          onChange={(at) => onChange(stops[at]!)}
          label={(at) => write(stops[at]!)}
          marks={stops.map((_, value) => ({ value }))}
          restrictToMarks
        />
        <div className="row-between small muted" style={{ marginTop: 8 }}>
          <span>{write(stops[0]!)}</span>
          <span>{write(stops.at(-1)!)}</span>
        </div>
      </div>
      {days > 0 &&
        (tested && isEstimated ? <Effort days={days} tested={tested} /> : <Hint text={t('history.untested')} />)}
      <Hint text={t('history.hint')} />
    </div>
  )
}

const Hint = ({ text }: { text: string }) => (
  <p className="small muted" style={{ margin: 0 }}>
    {text}
  </p>
)

const Effort = ({ days, tested }: { days: number; tested: TestedFields }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const calls = Math.ceil(tested.test.estimate.callsPerBackfilledDay * days)
  const tookMs = calls * Math.max(MIN_CALL_MS, tested.tookMs / CALLS_OF_TEST)
  return (
    <Figures
      figures={[
        { text: t('history.about', { duration: format.duration(roundUp(tookMs)) }), hint: t('history.aboutHint') },
        { text: t('history.calls', { count: calls }), hint: t('history.callsHint') },
      ]}
    />
  )
}

/** To whole seconds below a minute, to whole minutes below an hour, else to whole hours: it is only roughly known. */
const roundUp = (ms: number): number => {
  const unit = ms < 60_000 ? 1000 : ms < 3_600_000 ? 60_000 : 3_600_000
  return Math.ceil(ms / unit) * unit
}
