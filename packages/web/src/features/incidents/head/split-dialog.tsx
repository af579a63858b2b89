import { Button, Checkbox } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findingSentence } from '../../../findings/incidents/incident-model.ts'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useChanged } from '../state/use-changed.ts'
import styles from './dialogs.module.css'

/** Makes an incident of its own of some findings. */
export const SplitDialog = ({ detail, onClose }: { detail: IncidentDetail; onClose: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { incident, findings } = detail
  const [chosen, setChosen] = useState<readonly string[]>([])
  const split = useSplit(incident.id, onClose)
  const isAll = chosen.length >= findings.length
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={<b>{t('incidents.split.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length > 0 && !isAll) split.mutate([...chosen])
        }}
      >
        <div>{t(findings.length < 2 ? 'incidents.split.one' : 'incidents.split.text')}</div>
        <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={t('incidents.split.title')}>
          <div className={styles.choices}>
            {findings.map(({ id, start, sentence }) => (
              <Checkbox
                key={id}
                value={id}
                disabled={findings.length < 2}
                label={findingSentence(sentence, format.locale)}
                description={format.when(start)}
                classNames={{ label: 'break' }}
              />
            ))}
          </div>
        </Checkbox.Group>
        {isAll && findings.length > 1 && <p role="alert">{t('incidents.split.all')}</p>}
        {split.isError && <ProblemNotice error={split.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" disabled={chosen.length === 0 || isAll} loading={split.isPending}>
            {chosen.length === 0 ? t('incidents.split.title') : t('incidents.split.submit', { count: chosen.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const useSplit = (id: string, onClose: () => void) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const navigate = useNavigateAfter()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (findingIds: string[]) => omen.incidents.split(id, findingIds),
    onSuccess: async (made) => {
      onClose()
      void navigate(incidentPath(made.id))
      showMessage(t('incidents.split.done'))
      await changed()
    },
  })
}
