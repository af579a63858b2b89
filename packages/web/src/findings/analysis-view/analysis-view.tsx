import { severityRank } from '@omen/charts/findings'
import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { IncidentsInside, IncidentsOutside } from '../incidents/incident-list.tsx'
import { asSentence, splitByRange } from '../incidents/incident-model.ts'
import { LanesCard } from '../lanes/lanes-card.tsx'
import { MetricGrid } from '../metrics/metric-grid.tsx'
import { selectedFindings } from '../metrics/selected-findings.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { useIncidentSelection } from '../state/use-incident-selection.ts'
import { useViewKeys } from '../state/use-view-keys.ts'
import styles from './analysis-view.module.css'

/** Findings on metrics: lanes, incidents and a chart per metric, all of them showing the same selection. */
export const AnalysisView = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const selection = useIncidentSelection(detection)
  const { selected, isUnknown, select } = selection
  useViewKeys(detection, selection.step)
  const { inside, outside } = useMemo(() => splitByRange(detection.incidents, range), [detection.incidents, range])
  const findings = useDeferredValue(
    useMemo(() => selectedFindings(detection, selected, range), [detection, selected, range]),
  )
  return (
    <>
      {isUnknown && (
        <p className={styles.unknown} role="status">
          {t('analysis.incidents.unknown')}
        </p>
      )}
      <div className={styles.body}>
        <div className={styles.main}>
          <PanelBoundary>
            <LanesCard detection={detection} selection={selection} />
          </PanelBoundary>
          <MetricGrid detection={detection} selected={findings} onIncident={select} />
        </div>
        <aside className={styles.side} aria-label={t('analysis.incidents.panel')}>
          <PanelBoundary>
            <IncidentsInside detection={detection} incidents={inside} selection={selection} isWhole={range === null} />
            <IncidentsOutside detection={detection} incidents={outside} selection={selection} />
          </PanelBoundary>
        </aside>
      </div>
      <div className="visually-hidden" aria-live="polite">
        {selected !== null &&
          t('analysis.incidents.spoken', {
            number: selected.number,
            when: format.dateTime(selected.start),
            sentence: asSentence(selected.sentence, format.locale),
            severity: selected.val === null ? '–' : Math.min(10, severityRank(selected.val)).toFixed(1),
          })}
      </div>
    </>
  )
}
