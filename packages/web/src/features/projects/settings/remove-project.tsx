import type { Project, ProjectLoss } from '@omen/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'

interface RemoveProjectProps {
  project: Project
  address: string
  onClose: () => void
}

/** Removes a project once its name is typed, after telling what that deletes. */
export const RemoveProject = ({ project, address, onClose }: RemoveProjectProps) => {
  const { t } = useTranslation()
  const name = project.projectName
  const onRemoved = useRemoval(address, t('projects.remove.removed', { name }))
  const preview = useQuery({
    queryKey: queryKeys.project.loss(address),
    queryFn: ({ signal }) => omen.projects.previewRemoval(address, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      title={t('projects.remove.confirmTitle', { name })}
      action={t('projects.remove.action')}
      name={name}
      onConfirm={onRemoved}
      onClose={onClose}
    >
      <Loaded query={preview} skeleton={<p role="status">{t('projects.remove.looking')}</p>}>
        {({ loss }) => <Loss loss={loss} />}
      </Loaded>
    </ConfirmDialog>
  )
}

/** Leaves a project of somebody else; nothing is deleted. */
export const LeaveProject = ({ project, address, onClose }: RemoveProjectProps) => {
  const { t } = useTranslation()
  const name = project.projectName
  const onLeft = useRemoval(address, t('projects.remove.left', { name }))
  return (
    <ConfirmDialog
      title={t('projects.remove.leaveTitle', { name })}
      action={t('projects.remove.leave')}
      onConfirm={onLeft}
      onClose={onClose}
    >
      {t('projects.remove.leaveText', { owner: project.owner })}
    </ConfirmDialog>
  )
}

const useRemoval = (address: string, message: string) => {
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return async () => {
    await omen.projects.remove(address)
    showMessage(message)
    await navigate('/projects')
    queryClient.removeQueries({ queryKey: queryKeys.project.all(address) })
    await invalidateEverywhere(queryClient, queryKeys.projects.all)
  }
}

const COUNTED = ['points', 'logLines', 'series', 'findings', 'incidents', 'verdicts', 'keys', 'members'] as const

const Loss = ({ loss }: { loss: ProjectLoss }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const lost = COUNTED.filter((name) => loss[name] > 0)
  return (
    <>
      {loss.points + loss.logLines === 0 && <p style={{ margin: 0 }}>{t('projects.remove.lostNothing')}</p>}
      {lost.length > 0 && (
        <>
          <p style={{ margin: 0 }}>{t('projects.remove.lost')}</p>
          <ul style={{ margin: '4px 0 0', paddingLeft: 20 }} data-tabular>
            {lost.map((name) => (
              <li key={name}>
                {t(`projects.remove.${name}`, { count: loss[name] })}
                {name === (loss.points > 0 ? 'points' : 'logLines') && loss.from !== null && loss.to !== null && (
                  <span className="muted">
                    {t('general.comma')}
                    {t('projects.remove.span', { span: format.span(loss.from, loss.to) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
