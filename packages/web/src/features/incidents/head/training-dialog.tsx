import { Button } from '@mantine/core'
import type { ExclusionPreview, IncidentDetail } from '@omen/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useChanged } from '../state/use-changed.ts'
import styles from './dialogs.module.css'
import { trainingSentences } from './training-text.ts'

/** Leaves an incident out of training or takes that back, after what the model would learn has been shown. */
export const TrainingDialog = ({ detail, onClose }: { detail: IncidentDetail; onClose: () => void }) => {
  const { t } = useTranslation()
  const { id } = detail.incident
  const { isExcluded } = detail.training
  const apply = useApply(id, isExcluded, onClose)
  const preview = useQuery({
    queryKey: queryKeys.incidents.training(id),
    queryFn: ({ signal }) => omen.incidents.previewExclusion(id, { signal }),
    enabled: !isExcluded,
    gcTime: 0,
  })
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={<b>{t(isExcluded ? 'incidents.training.includeTitle' : 'incidents.training.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        {!isExcluded && (
          <Loaded query={preview} skeleton={<RowsSkeleton rows={3} />}>
            {(effect) => <Effect effect={effect} />}
          </Loaded>
        )}
        {apply.isError && <ProblemNotice error={apply.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button
            disabled={!isExcluded && preview.data === undefined}
            loading={apply.isPending}
            onClick={() => apply.mutate()}
          >
            {t(isExcluded ? 'incidents.training.includeSubmit' : 'incidents.training.submit')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const useApply = (id: string, isExcluded: boolean, onClose: () => void) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: () => (isExcluded ? omen.incidents.includeInTraining(id) : omen.incidents.excludeFromTraining(id)),
    onSuccess: async () => {
      onClose()
      showMessage(t(isExcluded ? 'incidents.training.included' : 'incidents.training.done'))
      await changed()
    },
  })
}

const Effect = ({ effect }: { effect: ExclusionPreview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const figure = (value: number | null) => (value === null ? '–' : format.figure(value))
  return (
    <>
      <p style={{ margin: 0 }}>{trainingSentences(effect, t, format).join(t('general.betweenSentences'))}</p>
      {effect.series.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.effect} aria-label={t('incidents.training.label')}>
            <thead>
              <tr>
                {(['series', 'mean', 'meanAfter', 'deviation', 'deviationAfter'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`incidents.training.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {effect.series.map((one) => (
                <tr key={one.seriesId}>
                  <td>{seriesTitle(one, t)}</td>
                  <td>{figure(one.mean)}</td>
                  <td>{figure(one.meanAfter)}</td>
                  <td>{figure(one.deviation)}</td>
                  <td>{figure(one.deviationAfter)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
