import { Button } from '@mantine/core'
import type { Model, ModelVersion } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

/** Makes a version the live one; for an older one this is a rollback. */
export const PromoteButton = ({ model, version }: { model: Model; version: ModelVersion }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const number = version.version
  const promote = useMutation({
    mutationFn: () => omen.models.promote(model.id, number),
    onSuccess: () => showMessage(t('models.versions.promoted', { version: number })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.model.one(model.id) }),
  })
  if (!model.mine || version.live || version.state !== 'ready') return null
  const isOlder = model.live !== undefined && number < model.live.version
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={promote.isPending}
      onClick={() => promote.mutate()}
      aria-label={t(isOlder ? 'models.versions.rollBackNamed' : 'models.versions.promoteNamed', { version: number })}
    >
      {t(isOlder ? 'models.versions.rollBack' : 'models.versions.promote')}
    </Button>
  )
}
