import { Button, TagsInput } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { account } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

const MAX_SHARES = 100

/** Sets who else may read the model and detect with it. */
export const ShareModel = ({ model, onClose }: { model: Model; onClose: () => void }) => {
  const { t } = useTranslation()
  const check = useCheck()
  const notes = useDropdownNotes()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [names, setNames] = useState(model.sharedWith)
  const wrong = names.find((name) => !account.test(name))
  const share = useMutation({
    mutationFn: () => omen.models.share(model.id, names),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.model.one(model.id) })
      showMessage(t('models.share.saved'))
      onClose()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b className="break">{t('models.share.title', { name: model.modelName })}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (wrong === undefined) share.mutate()
        }}
      >
        <p className="muted" style={{ margin: 0 }}>
          {t('models.share.text')}
        </p>
        <TagsInput
          label={t('models.share.accounts')}
          placeholder={t('models.share.placeholder')}
          value={names}
          onChange={setNames}
          maxTags={MAX_SHARES}
          description={notes.full(names.length, MAX_SHARES)}
          acceptValueOnBlur
          error={wrong === undefined ? null : `${wrong}: ${check(account, wrong)}`}
          data-autofocus
        />
        {share.isError && <ProblemNotice error={share.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" loading={share.isPending}>
            {t('models.share.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
