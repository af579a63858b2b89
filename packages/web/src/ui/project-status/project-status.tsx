import type { CollectionFault, Project } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Status, type StatusTone } from '../status/status.tsx'

const TONES: Record<Project['state'], StatusTone> = {
  connecting: 'silent',
  collecting: 'running',
  learning: 'running',
  live: 'ok',
  silent: 'silent',
}

interface ProjectStatusProps extends Pick<Project, 'state'> {
  /** It cannot fetch its data, or not store all of it: that comes before what it does with them. */
  fault?: CollectionFault | null | undefined
}

export const ProjectStatus = ({ state, fault = null }: ProjectStatusProps) => {
  const { t } = useTranslation()
  if (fault === 'leftOut') return <Status tone="warn">{t('projects.state.incomplete')}</Status>
  if (fault !== null) return <Status tone="failed">{t('projects.state.failing')}</Status>
  return (
    <Status tone={TONES[state]} busy={state === 'connecting'}>
      {t(`projects.state.${state}`)}
    </Status>
  )
}
