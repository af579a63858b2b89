import { Button, Textarea } from '@mantine/core'
import { ApiProblem, type Period, type Verdict } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateEverywhere } from '../../lib/api/other-tabs.ts'
import { outageOf, useOutage } from '../../lib/api/outage.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import { VerdictChange } from './verdict-change.tsx'
import styles from './verdict-dialog.module.css'
import { useVerdictSource } from './verdict-source.ts'

interface VerdictDialogProps {
  analysisId: string
  period: Period
  verdict: Verdict
  onClose: () => void
}

/** Previews what a verdict would change before applying it. One given meanwhile elsewhere is shown before it is replaced. */
export const VerdictDialog = ({ analysisId, period, verdict, onClose }: VerdictDialogProps) => {
  const { t } = useTranslation()
  const [earlierNote] = useState(period.verdictNote ?? '')
  const [note, setNote] = useState(earlierNote)
  const source = useVerdictSource()
  const effect = useQuery({
    queryKey: source.previewKey(analysisId, period.id, verdict),
    queryFn: ({ signal }) => source.preview(analysisId, period.id, verdict, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { apply, giveUp } = useApply(analysisId, period, onClose)
  const isWaiting = useOutage() !== null && apply.isPending
  const [before] = useState(period.verdict)
  const isChanged = period.verdict !== before && period.verdict !== undefined
  const close = () => {
    giveUp()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={<b>{t('analysis.verdict.title', { verdict: t(`analysis.verdict.given.${verdict}`) })}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          // An empty one removes the note given before.
          const hasNote = note.trim() !== '' || earlierNote !== ''
          apply.mutate({ verdict, ...(hasNote && { note: note.trim() }) })
        }}
      >
        <p className="break" style={{ margin: 0 }}>
          {period.sentence}
        </p>
        <Earlier period={period} />
        <Loaded query={effect} skeleton={<p className="muted">{t('analysis.verdict.looking')}</p>}>
          {(answer) => <VerdictChange effect={answer} verdict={verdict} />}
        </Loaded>
        <Textarea
          label={t('analysis.verdict.note')}
          placeholder={t('analysis.verdict.notePlaceholder')}
          maxLength={2000}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isChanged && period.verdict !== verdict && (
          <p className={styles.meanwhile} role="alert">
            {t('analysis.verdict.meanwhile', { verdict: t(`analysis.verdict.given.${period.verdict ?? 'unsure'}`) })}
          </p>
        )}
        {isWaiting && (
          <p className={styles.meanwhile} role="status">
            {t('analysis.verdict.waiting')}
          </p>
        )}
        {apply.isError && !(isChanged && isConflict(apply.error)) && <ProblemNotice error={apply.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={close}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" loading={apply.isPending} disabled={effect.data === undefined}>
            {t('analysis.verdict.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Earlier = ({ period: { verdict, verdictBy, verdictAt } }: { period: Period }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (verdict === undefined || verdictBy === undefined || verdictAt === undefined) return null
  const given = { verdict: t(`analysis.verdict.given.${verdict}`), name: verdictBy, when: format.when(verdictAt) }
  return (
    <p className="muted" style={{ margin: 0 }}>
      {t('analysis.verdict.earlier', given)}
    </p>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'

const useApply = (analysisId: string, { id, verdict: shown }: Period, onClose: () => void) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const source = useVerdictSource()
  const sending = useRef<AbortController | null>(null)
  const changed = source.changedKeys(analysisId)
  const readAgain = () => invalidateEverywhere(queryClient, changed.analysis)
  const apply = useMutation({
    mutationFn: ({ verdict, note }: { verdict: Verdict; note?: string }) => {
      sending.current = new AbortController()
      const { signal } = sending.current
      const request = { periodId: id, verdict, replaces: shown ?? 'none', ...(note !== undefined && { note }) } as const
      return outageOf(queryClient).send(() => source.give(analysisId, request, signal), signal)
    },
    onSuccess: async () => {
      await readAgain()
      for (const list of changed.lists) void invalidateEverywhere(queryClient, list)
      showMessage(t('analysis.verdict.applied'))
      onClose()
    },
    // Given up, it may have arrived all the same.
    onError: (error) => (isConflict(error) || sending.current?.signal.aborted ? readAgain() : undefined),
  })
  return { apply, giveUp: () => sending.current?.abort() }
}
