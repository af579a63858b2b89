import { Button } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconCircleCheck, IconWand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'

export const NoPeriods = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  if (detection.kind === 'detection')
    return <EmptyState icon={<IconCircleCheck size={24} />} text={t('analysis.periods.none')} />
  return (
    <EmptyState
      icon={<IconWand size={24} />}
      text={t('analysis.periods.noneDrawing')}
      action={
        detection.filename !== undefined && (
          <Button component={Link} to={`/files/${detection.filename}?do=detect`}>
            {t('analysis.periods.detect')}
          </Button>
        )
      }
    />
  )
}
