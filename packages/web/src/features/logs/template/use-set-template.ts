import type { AnalysedTemplate, RequestOf } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { type LogSource, sourceFields } from '../state/log-source.ts'

type Fields = Omit<RequestOf<'setLogTemplate'>, 'projectName' | 'filename' | 'dryRun'>

/** Changes what holds for a template, and reads again what depends on it. */
export const useSetTemplate = ({ templateId }: AnalysedTemplate, source: LogSource, onDone: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: Fields) => omen.logs.setTemplate(templateId, { ...sourceFields(source), ...fields }),
    onSuccess: async () => {
      await invalidateEverywhere(client, queryKeys.logs.all)
      onDone()
    },
  })
}
