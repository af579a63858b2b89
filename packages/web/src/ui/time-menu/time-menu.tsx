import { Button, Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import { OtherTime } from '../other-time/other-time.tsx'

export interface TimeChoice {
  label: string
  isOn: boolean
  onChoose: () => void
}

interface TimeMenuProps {
  /** The time shown, in words. */
  label: string
  choices: readonly TimeChoice[]
  /** What another time begins with. */
  shown: Range
  onRange: (range: Range) => void
  /** What else is set with the time; it leaves the menu open. */
  children?: ReactNode
}

/** A button with the time shown; its menu has some times, and any other. */
export const TimeMenu = ({ label, choices, shown, onRange, children }: TimeMenuProps) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('general.time.shown', { time: label })}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {choices.map((choice) => (
          <Button
            key={choice.label}
            variant={choice.isOn ? 'light' : 'subtle'}
            color="gray"
            fullWidth
            justify="flex-start"
            aria-pressed={choice.isOn}
            onClick={() => {
              setOpen(false)
              choice.onChoose()
            }}
          >
            {choice.label}
          </Button>
        ))}
        {children}
        <OtherTime
          shown={shown}
          onShow={(range) => {
            setOpen(false)
            onRange(range)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
