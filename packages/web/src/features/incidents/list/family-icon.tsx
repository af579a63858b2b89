import type { IncidentFamily } from '@omen/sdk'
import {
  IconActivity,
  IconChartLine,
  IconCpu,
  IconDatabase,
  IconDeviceSdCard,
  IconFileText,
  IconNetwork,
  IconPlugConnectedX,
  IconServerBolt,
  IconServerOff,
  IconSnowflake,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const icons = {
  instanceDown: IconServerOff,
  newInstance: IconServerBolt,
  cpu: IconCpu,
  memory: IconDeviceSdCard,
  disk: IconDatabase,
  network: IconNetwork,
  load: IconActivity,
  metric: IconChartLine,
  log: IconFileText,
  collector: IconPlugConnectedX,
  silent: IconVolumeOff,
  frozen: IconSnowflake,
} satisfies Record<IncidentFamily, unknown>

/** What an incident is mostly about, as a glyph with its name. */
export const FamilyIcon = ({ family, size = 18 }: { family: IncidentFamily; size?: number }) => {
  const { t } = useTranslation()
  const Icon = icons[family]
  const name = t(`incidents.families.${family}`)
  return (
    <span title={name} role="img" aria-label={name} style={{ display: 'inline-flex', flex: 'none' }}>
      <Icon size={size} stroke={1.6} aria-hidden />
    </span>
  )
}
