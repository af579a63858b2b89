import type { StoredFile } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Status, type StatusTone } from '../../../ui/status/status.tsx'

const tones: Record<StoredFile['state'], StatusTone> = {
  receiving: 'running',
  stored: 'silent',
  parsed: 'ok',
  refused: 'failed',
  expired: 'silent',
}

export const FileStatus = ({ state }: { state: StoredFile['state'] }) => {
  const { t } = useTranslation()
  return (
    <Status tone={tones[state]} busy={state === 'receiving'}>
      {t(`files.state.${state}`)}
    </Status>
  )
}
