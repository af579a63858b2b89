import { Button, Select, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EventKind } from '@omen/sdk'
import { length, notEmpty } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { fromZonedInput, toZonedInput } from '../../../lib/time/zoned-input.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

interface ChangeValues {
  kind: EventKind
  title: string
  version: string
  instances: string[]
  link: string
  /** As the field writes it. */
  at: string
}

const KINDS: readonly EventKind[] = ['deployment', 'configuration', 'other']
const LONGEST = { title: 200, version: 100, link: 2000 }
const MAX_INSTANCES = 100

/** Asks what changed and when. */
export const AddChange = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const check = useCheck()
  const notes = useDropdownNotes()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const form = useForm<ChangeValues>({
    initialValues: {
      kind: 'deployment',
      title: '',
      version: '',
      instances: [],
      link: '',
      at: toZonedInput(Date.now(), timeZone),
    },
    validate: {
      title: (value) => check(notEmpty, value) ?? check(length({ max: LONGEST.title }), value.trim()),
      link: (value) => (value === '' || /^https?:\/\/\S+$/.test(value.trim()) ? null : t('projects.changes.linkHint')),
      at: (value) => (fromZonedInput(value, timeZone) === null ? check(notEmpty, '') : null),
    },
  })
  const add = useMutation({
    mutationFn: ({ kind, title, version, instances, link, at }: ChangeValues) =>
      omen.events.add({
        projectName: address,
        kind,
        title,
        at: fromZonedInput(at, timeZone) ?? undefined,
        ...(version.trim() !== '' && { version }),
        ...(instances.length > 0 && { instances }),
        ...(link.trim() !== '' && { link: link.trim() }),
      }),
    onSuccess: async () => {
      await invalidateEverywhere(queryClient, queryKeys.project.changes(address))
      showMessage(t('projects.changes.added'))
      onClose()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('projects.changes.addTitle')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form className="stack" noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <TextInput
          label={t('projects.changes.title')}
          placeholder={t('projects.changes.titlePlaceholder')}
          maxLength={LONGEST.title}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('title')}
        />
        <Select
          label={t('projects.changes.kind')}
          data={KINDS.map((value) => ({ value, label: t(`projects.changes.kinds.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <TextInput type="datetime-local" label={t('projects.changes.at')} {...form.getInputProps('at')} />
        <TextInput
          label={t('projects.changes.version')}
          description={t('projects.changes.versionHint')}
          maxLength={LONGEST.version}
          autoComplete="off"
          {...form.getInputProps('version')}
        />
        <TagsInput
          label={t('projects.changes.instances')}
          description={notes.full(form.values.instances.length, MAX_INSTANCES) ?? t('projects.changes.instancesHint')}
          maxTags={MAX_INSTANCES}
          acceptValueOnBlur
          {...form.getInputProps('instances')}
        />
        <TextInput
          label={t('projects.changes.link')}
          placeholder="https://"
          maxLength={LONGEST.link}
          autoComplete="off"
          {...form.getInputProps('link')}
        />
        {add.isError && <ProblemNotice error={add.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('projects.changes.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
