import type { Integration } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useIntegrationColumns } from './integration-columns.tsx'
import { hasRemark, IntegrationRemark } from './integration-remark.tsx'

export const IntegrationRows = ({ integrations }: { integrations: Integration[] }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [leaving, setLeaving] = useState<Integration | null>(null)
  const test = useMutation({
    mutationFn: (integration: Integration) => omen.integrations.test(integration),
    onSuccess: async ({ state, account }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
      if (state === 'sent') showMessage(t('integrations.arrived', { name: account }))
      else showMessage(t('integrations.notArrived', { name: account }), 'failed')
    },
  })
  const remove = async (integration: Integration) => {
    await omen.integrations.delete(integration)
    await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
    showMessage(t('integrations.removed', { name: integration.account }))
  }
  const testing = test.isPending ? test.variables.id : null
  const columns = useIntegrationColumns({ testing, onTest: test.mutate, onRemove: setLeaving })
  return (
    <>
      {test.error && <ProblemNotice error={test.error} />}
      <DataTable
        label={t('integrations.label')}
        columns={columns}
        rows={integrations}
        rowKey={({ id }) => id}
        detail={(integration) => hasRemark(integration) && <IntegrationRemark integration={integration} />}
      />
      {leaving && (
        <ConfirmDialog
          title={t('integrations.removeTitle', { name: leaving.account })}
          action={t('integrations.remove')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('integrations.removeText')}
        </ConfirmDialog>
      )}
    </>
  )
}
