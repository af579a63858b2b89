import type { Connector, DataType } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { projectPath } from '../../../lib/projects/project-address.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { isConflict } from '../form/is-conflict.ts'
import { type ProjectValues, projectRequest, type useProjectForm } from '../form/project-fields.tsx'
import type { ConnectionState } from './use-connection.ts'

interface Added {
  connector: Connector
  dataType: DataType
  /** Of the past, to be fetched as well. */
  days: number
  form: ReturnType<typeof useProjectForm>
  state: ConnectionState
}

/** Adds a project that fetches, and goes to its connection. */
export const useAddFetching = ({ connector, dataType, days, form, state }: Added) => {
  const { t: tProjects } = useTranslation()
  const { t } = useConnectTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigateAfter()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (values: ProjectValues) =>
      state.send(true, (fields) => {
        const type = connectors[connector].dataTypes.length > 1 ? { dataType } : {}
        const past = days > 0 ? { backfillDays: days } : {}
        return omen.projects.addFetching(connector, { ...projectRequest(values), ...type, ...past, ...fields })
      }),
    onSuccess: async ({ projectName }) => {
      void invalidateEverywhere(queryClient, queryKeys.projects.all)
      showMessage(t('added', { name: projectName }))
      await navigate(`${projectPath(projectName)}?tab=connection`)
    },
    onError: (error) => {
      if (isConflict(error)) form.setFieldError('projectName', tProjects('projects.form.nameTaken'))
      else state.showProblem(error)
    },
  })
}
