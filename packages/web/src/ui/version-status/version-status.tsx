import type { VersionState } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Status, type StatusTone } from '../status/status.tsx'

const TONES: Record<VersionState, StatusTone> = {
  queued: 'silent',
  training: 'running',
  ready: 'ok',
  failed: 'failed',
}

export const VersionStatus = ({ state }: { state: VersionState }) => {
  const { t } = useTranslation()
  return (
    <Status tone={TONES[state]} busy={state === 'training'}>
      {t(`models.state.${state}`)}
    </Status>
  )
}
