import { Button, Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { OtherTime } from '../other-time/other-time.tsx'

export const timeNames = ['6h', '24h', '7d', '30d'] as const
export type TimeName = (typeof timeNames)[number]

const hourMs = 3_600_000
export const timeMs: Record<TimeName, number> = {
  '6h': 6 * hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
}

interface TimeSelectProps {
  span: TimeName
  /** A time that stands still; null for one that ends with the latest sample. */
  range: Range | null
  /** What is shown now. */
  shown: Range
  /** Of a file, no time of which moves on with the latest sample: what all of it is called. */
  whole?: string | undefined
  /** Null for all rows of a file. */
  onSpan: (span: TimeName | null) => void
  onRange: (range: Range) => void
}

/** A time that ends with the latest data, or any other; of a file all of it, or a part. */
export const TimeSelect = ({ span, range, shown, whole, onSpan, onRange }: TimeSelectProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const text = (choice: TimeName | null) => (choice === null ? whole : t(`compare.time.${choice}`))
  const current = whole === undefined ? span : null
  const label = range === null ? text(current) : format.range(range.from, range.to)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('compare.time.label', { time: label })}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {(whole === undefined ? timeNames : [null]).map((name) => (
          <Button
            key={text(name)}
            variant={range === null && name === current ? 'light' : 'subtle'}
            color="gray"
            fullWidth
            justify="flex-start"
            aria-pressed={range === null && name === current}
            onClick={() => {
              setOpen(false)
              onSpan(name)
            }}
          >
            {text(name)}
          </Button>
        ))}
        <OtherTime
          shown={shown}
          onShow={(next) => {
            setOpen(false)
            onRange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
