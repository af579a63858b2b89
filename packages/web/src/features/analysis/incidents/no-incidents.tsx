import { Button } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconCircleCheck, IconWand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'

/** Says why there is no incident, and what makes some appear. */
export const NoIncidents = ({ detection, isWhole }: { detection: Detection; isWhole: boolean }) => {
  const { t } = useTranslation()
  if (!isWhole) return <EmptyState icon={<IconCircleCheck size={24} />} text={t('analysis.incidents.noneShown')} />
  if (detection.kind === 'detection')
    return <EmptyState icon={<IconCircleCheck size={24} />} text={t('analysis.incidents.none')} />
  return (
    <EmptyState
      icon={<IconWand size={24} />}
      text={t('analysis.incidents.noneDrawing')}
      action={
        detection.filename !== undefined && (
          <Button component={Link} to={`/files/${detection.filename}?do=detect`}>
            {t('analysis.incidents.detect')}
          </Button>
        )
      }
    />
  )
}
