import { severityRank } from '@omen/charts/findings'
import { useAtomValue } from 'jotai'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import type { Analysis } from '../analysis.ts'
import { findingSentence } from '../incidents/incident-model.ts'
import { LanesCard } from '../lanes/lanes-card.tsx'
import { MetricGrid } from '../metrics/metric-grid.tsx'
import { selectedFindings } from '../metrics/selected-findings.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { type IncidentSelection, useIncidentSelection } from '../state/use-incident-selection.ts'
import { useViewKeys } from '../state/use-view-keys.ts'
import styles from './analysis-view.module.css'

interface AnalysisViewProps {
  analysis: Analysis
  /** With another value it is another view: Escape leads back within it, the browser's Back to the one before. */
  entry: string
  /** The lists of incidents. */
  aside: (selection: IncidentSelection) => ReactNode
}

/** Findings on metrics: lanes, incidents and a chart per metric, all of them showing the same selection. */
export const AnalysisView = ({ analysis, entry, aside }: AnalysisViewProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const selection = useIncidentSelection(analysis)
  const { selected, isUnknown, select } = selection
  useViewKeys(entry, selection.step)
  const findings = useDeferredValue(
    useMemo(() => selectedFindings(analysis, selected, range), [analysis, selected, range]),
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
            <LanesCard analysis={analysis} selection={selection} />
          </PanelBoundary>
          <MetricGrid analysis={analysis} selected={findings} onIncident={select} />
        </div>
        <aside className={styles.side} aria-label={t('analysis.incidents.panel')}>
          <PanelBoundary>{aside(selection)}</PanelBoundary>
        </aside>
      </div>
      <div className="visually-hidden" aria-live="polite">
        {selected !== null &&
          t('analysis.incidents.spoken', {
            number: selected.number,
            when: format.dateTime(selected.start),
            sentence: findingSentence(selected.sentence, format.locale),
            severity: selected.val === null ? '–' : Math.min(10, severityRank(selected.val)).toFixed(1),
          })}
      </div>
    </>
  )
}
