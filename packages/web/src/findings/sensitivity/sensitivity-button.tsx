import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { levelOf } from './levels.ts'
import { SensitivityForm } from './sensitivity-form.tsx'
import type { SensitivityView } from './sensitivity-view.ts'

/** How much counts as abnormal, as one control: the button says the level. */
export const SensitivityButton = <Answer,>({ view }: { view: SensitivityView<Answer> }) => {
  const { t } = useTranslation()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const level = levelOf(view.current, view.normal, view.modelType === 'DBScan')
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width="min(360px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t('analysis.sensitivity.button', { level: t(`analysis.sensitivity.names.${level}`) })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={16} aria-label={t('analysis.sensitivity.title')}>
        <SensitivityForm view={view} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
