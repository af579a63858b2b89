import { Button } from '@mantine/core'
import { ApiProblem, type Project } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectPath } from '../../../lib/projects/project-address.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { samplesIn } from '../data/project-lines.ts'
import {
  LONGEST_RETENTION_DAYS,
  ProjectFields,
  type ProjectValues,
  projectRequest,
  useIsNameTaken,
  useProjectForm,
} from '../form/project-fields.tsx'
import { samplingMsOf } from '../form/sampling.ts'
import { DetectionSettings } from './detection-settings.tsx'
import { LearnedModel } from './learned-model.tsx'
import { RemoveProject } from './remove-project.tsx'

/** Name, interval, zone and retention of a project, its detection and its model, and its removal; for its owner. */
export const SettingsTab = ({ project }: { project: Project }) => {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="stack">
      <Panel title={t('projects.settings.title')}>
        <SettingsForm project={project} />
      </Panel>
      <Panel title={t('projects.detection.title')}>
        <DetectionSettings project={project} />
      </Panel>
      {project.dataType === 'Metric' && (
        <Panel title={t('projects.model.title')}>
          <LearnedModel project={project} address={project.projectName} />
        </Panel>
      )}
      <Panel title={t('projects.remove.title')}>
        <p className="muted" style={{ margin: '0 0 12px' }}>
          {t('projects.remove.text')}
        </p>
        <Button variant="default" color="red" onClick={() => setRemoving(true)}>
          {t('projects.remove.action')}
        </Button>
      </Panel>
      {isRemoving && (
        <RemoveProject project={project} address={project.projectName} onClose={() => setRemoving(false)} />
      )}
    </div>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'

const SettingsForm = ({ project }: { project: Project }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const { projectName: name, timeZone, retentionDays } = project
  const form = useProjectForm({
    projectName: name,
    samplingMs: samplingMsOf(project.samplingInterval),
    timeZone,
    retentionDays,
  })
  const typed = form.values
  const isNameTaken = useIsNameTaken(typed.projectName, name)
  const save = useMutation({
    mutationFn: (values: ProjectValues) => omen.projects.update(name, projectRequest(values)),
    onSuccess: async (saved) => {
      showMessage(t('projects.settings.saved'))
      if (saved.projectName !== name)
        await navigate(`${projectPath(saved.projectName)}?tab=settings`, { replace: true })
      else await invalidateEverywhere(queryClient, queryKeys.project.all(name))
      await invalidateEverywhere(queryClient, queryKeys.projects.all)
    },
    onError: (error) => {
      if (isConflict(error)) form.setFieldError('projectName', t('projects.form.nameTaken'))
    },
  })
  return (
    <form
      className="stack"
      style={{ maxWidth: 560 }}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (isNameTaken !== true) save.mutate(values)
      })}
    >
      <ProjectFields form={form} dataType={project.dataType} isNameTaken={isNameTaken} />
      <FreedByRetention project={project} days={Number(typed.retentionDays)} />
      {typed.projectName !== name && (
        <p className="small muted" style={{ margin: 0 }}>
          {t('projects.settings.renamed')}
        </p>
      )}
      {save.isError && !isConflict(save.error) && <ProblemNotice error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('projects.settings.save')}
        </Button>
      </div>
    </form>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What a shorter retention deletes, before it is saved. */
const FreedByRetention = ({ project, days }: { project: Project; days: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, retentionDays, projectName, dataType } = project
  const isShorter = Number.isInteger(days) && days >= 1 && days <= LONGEST_RETENTION_DAYS && days < retentionDays
  // The server deletes every hour: the same hour gives the same answer.
  const before = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - days * DAY_MS
  const isFreeing = isShorter && from !== null && from < before
  const freed = useQuery({
    queryKey: queryKeys.project.before(projectName, before),
    queryFn: ({ signal }) =>
      omen.projects.data(projectName, { from: from ?? before, to: before - 1, buckets: 1 }, { signal }),
    enabled: isFreeing && dataType === 'Metric',
  })
  if (!isShorter || from === null) return null
  const isCounted = freed.data !== undefined && freed.data.series.length === freed.data.seriesTotal
  const when = format.moment(before)
  const text = !isFreeing
    ? t('projects.settings.freesNothing', { when: format.moment(from) })
    : isCounted
      ? t('projects.settings.freesCount', { count: samplesIn(freed.data.series), when })
      : t('projects.settings.frees', { when })
  return (
    <p className="small" role="status" style={{ margin: 0 }}>
      {text}
    </p>
  )
}
