import type { ConnectionTest } from '@omen/sdk'
import { useMutation } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { type ConnectionSource, useConnectionFields } from './use-connection-fields.ts'

interface ConnectionOptions extends ConnectionSource {
  /** Minutes. */
  samplingInterval: number
  onTested?: (tested: TestedFields) => void
}

/** What a test showed, and of which fields. */
export interface TestedFields {
  test: ConnectionTest
  tookMs: number
  key: string
}

/** A connection that is typed in, and its test. */
export const useConnection = ({ samplingInterval, onTested, ...source }: ConnectionOptions) => {
  const { t } = useConnectTexts()
  const form = useConnectionFields(source)
  const test = useMutation({
    mutationFn: async (search: string): Promise<TestedFields> => {
      const startedAt = performance.now()
      const { connector, dataType, before } = source
      const base = before ? { projectName: before.projectName } : { dataType }
      const asked = { ...base, ...(search !== '' && { search }), samplingInterval }
      const answer = await form.send(false, (sent) => omen.projects.testConnection(connector, { ...asked, ...sent }))
      return { test: answer, tookMs: performance.now() - startedAt, key: form.key }
    },
    onSuccess: (tested) => {
      form.showErrors({})
      onTested?.(tested)
    },
    onError: form.showProblem,
  })
  const isTested = test.data?.key === form.key
  return {
    ...form,
    test,
    isTested,
    /** Tested, and not only for what there is to choose from. */
    isReady: isTested && form.missingFor(false).length === 0,
    /** False, with errors beside what is missing. */
    requireFields: (): boolean => {
      const missing = form.missingFor(true)
      form.showErrors(Object.fromEntries(missing.map(({ name }) => [name, t('required')])))
      return missing.length === 0
    },
  }
}

export type ConnectionState = ReturnType<typeof useConnection>
