import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { useChanged } from './use-changed.ts'

/** Acknowledges or reopens an incident. */
export const useDecide = (id: string) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (action: 'acknowledge' | 'reopen') => omen.incidents[action](id),
    onSuccess: async (_, action) => {
      await changed()
      showMessage(t(action === 'reopen' ? 'incidents.actions.reopened' : 'incidents.actions.acknowledged'))
    },
    onError: () => showMessage(t('analysis.incidents.notDecided'), 'failed'),
  })
}
