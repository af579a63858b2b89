import { Button } from '@mantine/core'
import type { CreatedProject } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { PushOrFetch } from '../connect/source-picker.tsx'
import { isConflict } from '../form/is-conflict.ts'
import {
  ProjectFields,
  type ProjectValues,
  projectRequest,
  useIsNameTaken,
  useProjectForm,
  usualProject,
} from '../form/project-fields.tsx'
import type { Kind } from './kinds.ts'

export const AddProjectForm = ({ kind, onAdded }: { kind: Kind; onAdded: (added: CreatedProject) => void }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const queryClient = useQueryClient()
  const form = useProjectForm({ ...usualProject, timeZone })
  const isNameTaken = useIsNameTaken(form.values.projectName)
  const add = useMutation({
    mutationFn: (values: ProjectValues) =>
      omen.projects.addCustom({ ...projectRequest(values), dataType: kind.dataType }),
    onSuccess: (added) => {
      void invalidateEverywhere(queryClient, queryKeys.projects.all)
      onAdded(added)
    },
    onError: (error) => {
      if (isConflict(error)) form.setFieldError('projectName', t('projects.form.nameTaken'))
    },
  })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (isNameTaken !== true) add.mutate(values)
      })}
    >
      {(kind.name === 'custom' || kind.name === 'log') && <PushOrFetch kind={kind.name} source="push" />}
      <ProjectFields form={form} dataType={kind.dataType} isNameTaken={isNameTaken} hasAutoFocus />
      {add.isError && !isConflict(add.error) && <ProblemNotice error={add.error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button type="submit" loading={add.isPending}>
          {t('projects.add.submit')}
        </Button>
      </div>
    </form>
  )
}
