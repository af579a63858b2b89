import { ActionIcon, Button, Popover, SegmentedControl, Tooltip } from '@mantine/core'
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { type Format, useFormat } from '../../../lib/format/use-format.ts'
import type { SpanName } from '../../../lib/time/span.ts'
import { OtherTime } from '../../../ui/other-time/other-time.tsx'
import {
  type AheadName,
  aheadAtom,
  aheadHours,
  aheadNames,
  hourMs,
  liveSpans,
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
  const [isOpen, setOpen] = useState(false)
  const aheadId = useId()
  const show = (window: Range | null) =>
    setParameters({ window: rangeCodec.format(window), range: null, incident: null })
  const follow = (name: SpanName) => {
    setOpen(false)
    setParameters({ span: name === usual ? null : name, window: null, range: null, incident: null })
  }
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
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} />}
            rightSection={<IconChevronDown size={14} />}
            aria-label={t('live.time.label', { time: label })}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={styles.spans}>
            {liveSpans.map((name) => (
              <Button
                key={name}
                variant={fixed === null && name === span ? 'light' : 'subtle'}
                color="gray"
                fullWidth
                justify="flex-start"
                aria-pressed={fixed === null && name === span}
                onClick={() => follow(name)}
              >
                {t(`projects.data.spans.${name}`)}
              </Button>
            ))}
          </div>
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
          <OtherTime
            shown={shown}
            onShow={(window) => {
              setOpen(false)
              show(window)
            }}
          />
        </Popover.Dropdown>
      </Popover>
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

const durationOf = (format: Format, ahead: AheadName): string => format.duration(aheadHours[ahead] * hourMs)
