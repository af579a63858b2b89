import { Button, Textarea } from '@mantine/core'
import { ApiProblem, type Period, type Verdict, type VerdictAnswer } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../lib/api/other-tabs.ts'
import { outageOf, useOutage } from '../../lib/api/outage.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import styles from './verdict-dialog.module.css'

interface VerdictDialogProps {
  detectionId: string
  period: Period
  verdict: Verdict
  onClose: () => void
}

/** Previews what a verdict would change before applying it. One given meanwhile elsewhere is shown before it is replaced. */
export const VerdictDialog = ({ detectionId, period, verdict, onClose }: VerdictDialogProps) => {
  const { t } = useTranslation()
  const [earlierNote] = useState(period.verdictNote ?? '')
  const [note, setNote] = useState(earlierNote)
  const preview = useQuery({
    queryKey: queryKeys.detection.verdict(detectionId, period.id, verdict),
    queryFn: ({ signal }) =>
      omen.detections.giveVerdict(detectionId, { periodId: period.id, verdict, dryRun: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const { apply, giveUp } = useApply(detectionId, period, onClose)
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
        <Loaded query={preview} skeleton={<p className="muted">{t('analysis.verdict.looking')}</p>}>
          {(answer) => <Change preview={answer.preview} />}
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
          <Button type="submit" loading={apply.isPending} disabled={preview.data === undefined}>
            {t('analysis.verdict.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'

const useApply = (detectionId: string, { id, verdict: shown }: Period, onClose: () => void) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const sending = useRef<AbortController | null>(null)
  const readAgain = () => invalidateEverywhere(queryClient, queryKeys.detection.all(detectionId))
  const apply = useMutation({
    mutationFn: ({ verdict, note }: { verdict: Verdict; note?: string }) => {
      sending.current = new AbortController()
      const { signal } = sending.current
      const request = { periodId: id, verdict, replaces: shown ?? 'none', ...(note !== undefined && { note }) } as const
      return outageOf(queryClient).send(() => omen.detections.giveVerdict(detectionId, request, { signal }), signal)
    },
    onSuccess: async () => {
      await readAgain()
      void invalidateEverywhere(queryClient, queryKeys.detections.all)
      showMessage(t('analysis.verdict.applied'))
      onClose()
    },
    // Given up, it may have arrived all the same.
    onError: (error) => (isConflict(error) || sending.current?.signal.aborted ? readAgain() : undefined),
  })
  return { apply, giveUp: () => sending.current?.abort() }
}

const shownPeriods = 6

const Change = ({ preview }: { preview: VerdictAnswer['preview'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { vanish, appear, days } = preview
  if (vanish === 0 && appear === 0) return <p className={styles.change}>{t('analysis.verdict.nothing', { days })}</p>
  return (
    <div className={styles.change}>
      {[
        ...(vanish > 0
          ? [t('analysis.verdict.vanish', { count: vanish, days, keep: format.count(preview.keep) })]
          : []),
        ...(appear > 0 ? [t('analysis.verdict.appear', { count: appear, days })] : []),
      ].join(t('general.betweenSentences'))}
      <ul>
        {preview.periods.slice(0, shownPeriods).map((period) => (
          <li key={`${period.detectionId} ${period.periodId}`}>
            <SeverityMark val={period.val} words={words} />
            <span className="muted" style={{ whiteSpace: 'nowrap' }}>
              {format.moment(period.start)}
            </span>
            <span className="truncate" title={period.sentence}>
              {period.sentence}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
