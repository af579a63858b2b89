import { Button, Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { OtherTime } from '../../../ui/other-time/other-time.tsx'
import { logSpans, spanAtom, windowAtom } from '../state/log-atoms.ts'

interface TimePickerProps {
  /** All of the time at hand. */
  shown: Range
  /** A file has an end: no time of it moves on with the clock. */
  isFile: boolean
}

const restart = { range: null, page: null, template: null }

/** The time at hand. */
export const TimePicker = ({ shown, isFile }: TimePickerProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const span = useAtomValue(spanAtom)
  const fixed = useAtomValue(windowAtom)
  const setParameters = useSetAtom(parametersAtom)
  const [isOpen, setOpen] = useState(false)
  const set = (values: Record<string, string | null>) => {
    setOpen(false)
    setParameters({ ...values, ...restart })
  }
  const label =
    fixed !== null
      ? format.range(fixed.from, fixed.to)
      : isFile
        ? t('logs.time.whole')
        : t(`projects.data.spans.${span}`)
  return (
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
        {isFile ? (
          <Choice isOn={fixed === null} label={t('logs.time.whole')} onChoose={() => set({ window: null })} />
        ) : (
          logSpans.map((name) => (
            <Choice
              key={name}
              isOn={fixed === null && name === span}
              label={t(`projects.data.spans.${name}`)}
              onChoose={() => set({ span: name === '7d' ? null : name, window: null })}
            />
          ))
        )}
        <OtherTime shown={shown} onShow={(window) => set({ window: rangeCodec.format(window) })} />
      </Popover.Dropdown>
    </Popover>
  )
}

const Choice = ({ isOn, label, onChoose }: { isOn: boolean; label: string; onChoose: () => void }) => (
  <Button
    variant={isOn ? 'light' : 'subtle'}
    color="gray"
    fullWidth
    justify="flex-start"
    aria-pressed={isOn}
    onClick={onChoose}
  >
    {label}
  </Button>
)
