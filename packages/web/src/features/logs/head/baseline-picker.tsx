import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { baselineAtom, selectBaselineAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import { baselineBefore } from '../state/log-time.ts'
import styles from './head.module.css'

interface BaselinePickerProps {
  /** What is compared. */
  part: Range
  /** All of the time at hand. */
  whole: Range
  clock: LogClock
}

const DAY_MS = 86_400_000
const EARLIER = { day: DAY_MS, week: 7 * DAY_MS } as const

/** What the time shown is compared with. */
export const BaselinePicker = ({ part, whole, clock }: BaselinePickerProps) => {
  const { t } = useTranslation()
  const [baseline] = useAtom(baselineAtom)
  const select = useSetAtom(selectBaselineAtom)
  const label =
    baseline === null
      ? t('logs.baseline.none')
      : t('logs.baseline.chosen', { range: clock.range(baseline.from, baseline.to) })
  const isPart = part.from > whole.from || part.to < whole.to
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          className={styles.baseline ?? ''}
          variant="default"
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('logs.baseline.label', { baseline: label })}
        >
          <span className="truncate">{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => select(null)}>{t('logs.baseline.none')}</Menu.Item>
        <Menu.Item onClick={() => select(baselineBefore(part))}>{t('logs.baseline.before')}</Menu.Item>
        {clock.hasTimes &&
          (['day', 'week'] as const)
            .filter((name) => part.to - part.from <= EARLIER[name])
            .map((name) => (
              <Menu.Item key={name} onClick={() => select(baselineBefore(part, EARLIER[name]))}>
                {t(`logs.baseline.${name}`)}
              </Menu.Item>
            ))}
        {isPart && part.from > whole.from && (
          <Menu.Item onClick={() => select({ from: whole.from, to: part.from - 1 })}>
            {t('logs.baseline.until')}
          </Menu.Item>
        )}
        <Menu.Label>{t('logs.baseline.hint')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
