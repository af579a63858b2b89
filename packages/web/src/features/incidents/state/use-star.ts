import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

/** Gives an incident the caller's star, or takes it. */
export const useStar = (id: string) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? omen.incidents.star(id) : omen.incidents.unstar(id)),
    onSuccess: () => invalidateEverywhere(client, queryKeys.incidents.all),
    onError: () => showMessage(t('analysis.incidents.notDecided'), 'failed'),
  })
}
