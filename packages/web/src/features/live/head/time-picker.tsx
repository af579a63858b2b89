import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { type Format, useFormat } from '../../../lib/format/use-format.ts'
import type { SpanName } from '../../../lib/time/span.ts'
import { TimeMenu } from '../../../ui/time-menu/time-menu.tsx'
import {
  AHEAD_HOURS,
  type AheadName,
  aheadAtom,
  aheadNames,
  HOUR_MS,
  LIVE_SPANS,
  windowAtom,
} from '../state/live-atoms.ts'
import styles from './live-head.module.css'
import { moved } from './move-window.ts'

interface TimePickerProps {
  span: SpanName
  usual: SpanName
  /** The whole time at hand. */
  shown: Range
}

/** The time shown: one that moves on with the clock, or one that stands still. */
export const TimePicker = ({ span, usual, shown }: TimePickerProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const fixed = useAtomValue(windowAtom)
  const setParameters = useSetAtom(parametersAtom)
  const aheadId = useId()
  const show = (window: Range | null) =>
    setParameters({ window: rangeCodec.format(window), range: null, incident: null })
  const follow = (name: SpanName) =>
    setParameters({ span: name === usual ? null : name, window: null, range: null, incident: null })
  const choices = LIVE_SPANS.map((name) => ({
    label: t(`projects.data.spans.${name}`),
    isOn: fixed === null && name === span,
    onChoose: () => follow(name),
  }))
  const [ahead, setAhead] = useAtom(aheadAtom)
  const following = t(`projects.data.spans.${span}`)
  const label =
    fixed !== null
      ? format.range(fixed.from, fixed.to)
      : ahead === ''
        ? following
        : t('live.time.withForecast', { time: following, duration: durationOf(format, ahead) })
  return (
    <div className={styles.time}>
      <Tooltip label={t('live.time.earlier')}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('live.time.earlier')}
          onClick={() => show(moved(shown, -1, Date.now()))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
      </Tooltip>
      <TimeMenu label={label} choices={choices} shown={shown} onRange={show}>
        {fixed === null && (
          <div className={styles.ahead}>
            <span className={styles.aheadLabel} id={aheadId}>
              {t('live.time.forecast')}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby={aheadId}
              value={ahead}
              onChange={(value) => setAhead(value as AheadName | '')}
              data={[
                { value: '', label: t('live.time.noForecast') },
                ...aheadNames.map((name) => ({ value: name, label: durationOf(format, name) })),
              ]}
            />
          </div>
        )}
      </TimeMenu>
      {fixed !== null && (
        <Tooltip label={t('live.time.later')}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('live.time.later')}
            onClick={() => show(moved(fixed, 1, Date.now()))}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

const durationOf = (format: Format, ahead: AheadName): string => format.duration(AHEAD_HOURS[ahead] * HOUR_MS)
