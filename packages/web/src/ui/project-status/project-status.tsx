import type { Project } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Status, type StatusTone } from '../status/status.tsx'

const tones: Record<Project['state'], StatusTone> = {
  connecting: 'silent',
  collecting: 'running',
  learning: 'running',
  live: 'ok',
  silent: 'silent',
}

export const ProjectStatus = ({ state }: Pick<Project, 'state'>) => {
  const { t } = useTranslation()
  return (
    <Status tone={tones[state]} busy={state === 'connecting'}>
      {t(`projects.state.${state}`)}
    </Status>
  )
}
