import { Button } from '@mantine/core'
import type { Published, PublishedChange } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { PublicationForm } from '../../../findings/publish/publication-form.tsx'
import { toChange, valuesOf } from '../../../findings/publish/publication-values.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Command } from '../../../ui/command/command.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

/** Changes what is said of a copy, who may open it and until when. */
export const EditDialog = ({ record, onClose }: { record: Published; onClose: () => void }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const before = valuesOf(record, timeZone)
  const change = useMutation({
    mutationFn: (wanted: PublishedChange) => omen.published.update(record.id, wanted),
    onSuccess: async (changed) => {
      queryClient.setQueryData(queryKeys.published.record(record.id), changed)
      await queryClient.invalidateQueries({ queryKey: queryKeys.published.lists })
      showMessage(t('published.saved'))
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('published.editTitle')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      {record.link !== undefined && (
        <section className="stack" style={{ gap: 8, marginBottom: 16 }} aria-label={t('published.openLink')}>
          <span>{t('published.openLink')}</span>
          <Command text={record.link} />
          <div>
            <Button
              variant="default"
              size="compact-sm"
              loading={change.isPending}
              onClick={() => change.mutate({ newLink: true })}
            >
              {t('published.newLink')}
            </Button>{' '}
            <span className="muted tiny">{t('published.newLinkHint')}</span>
          </div>
        </section>
      )}
      <PublicationForm
        initial={before}
        isNew={false}
        action={t('published.save')}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(values) => change.mutate(toChange(values, before, timeZone), { onSuccess: onClose })}
        onClose={onClose}
      />
    </Dialog>
  )
}
