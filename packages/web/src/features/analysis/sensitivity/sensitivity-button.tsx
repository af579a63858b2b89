import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Detection } from '@omen/sdk'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { levelOf } from './levels.ts'
import { SensitivityForm } from './sensitivity-form.tsx'

/** How much counts as abnormal, as one control: the button says the level. */
export const SensitivityButton = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { pvalue, cvalue, stored } = detection
  if (pvalue === undefined || cvalue === undefined) return null
  const current = { pvalue, cvalue }
  const normal = stored ?? current
  const level = levelOf(current, normal, detection.modelType === 'DBScan')
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
        <SensitivityForm detection={detection} normal={normal} current={current} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
