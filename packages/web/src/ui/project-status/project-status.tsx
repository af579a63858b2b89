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

interface ProjectStatusProps extends Pick<Project, 'state'> {
  /** It cannot fetch its data: that comes before what it does with them. */
  isFailing?: boolean
}

export const ProjectStatus = ({ state, isFailing = false }: ProjectStatusProps) => {
  const { t } = useTranslation()
  if (isFailing) return <Status tone="failed">{t('projects.state.failing')}</Status>
  return (
    <Status tone={tones[state]} busy={state === 'connecting'}>
      {t(`projects.state.${state}`)}
    </Status>
  )
}
