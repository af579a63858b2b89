import { Button, TagsInput } from '@mantine/core'
import type { Project } from '@omen/sdk'
import { unknownNames } from '@omen/sdk'
import { account } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

/** As many as the API takes. */
const MAX_MEMBERS = 200

/** Sets who else may read the project and detect on it. */
export const MembersTab = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const check = useCheck()
  const notes = useDropdownNotes()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [names, setNames] = useState(project.members)
  const wrong = names.find((name) => !account.test(name))
  const save = useMutation({
    mutationFn: () => omen.projects.setMembers(address, names),
    onSuccess: async (known) => {
      const unknown = unknownNames(names, known)
      setNames(known)
      if (unknown.length === 0) showMessage(t('projects.members.saved'))
      else {
        const listed = unknown.join(t('general.nameComma'))
        showMessage(t('projects.members.unknown', { count: unknown.length, names: listed }), 'failed')
      }
      await invalidateEverywhere(queryClient, queryKeys.project.all(address))
    },
  })
  return (
    <Panel title={t('projects.members.title')}>
      <form
        className="stack"
        style={{ maxWidth: 560 }}
        onSubmit={(event) => {
          event.preventDefault()
          if (wrong === undefined) save.mutate()
        }}
      >
        <p className="muted" style={{ margin: 0 }}>
          {t('projects.members.text')}
        </p>
        <TagsInput
          label={t('projects.members.accounts')}
          placeholder={t('projects.members.placeholder')}
          value={names}
          onChange={setNames}
          maxTags={MAX_MEMBERS}
          description={notes.full(names.length, MAX_MEMBERS)}
          acceptValueOnBlur
          error={wrong === undefined ? null : `${wrong}: ${check(account, wrong)}`}
        />
        {save.isError && <ProblemNotice error={save.error} />}
        <div>
          <Button type="submit" loading={save.isPending}>
            {t('projects.members.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
