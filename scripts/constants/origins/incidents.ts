import type { Origins } from '../origin.ts'

export const incidents: Origins = {
  'incidents/advance-predictions.ts': [{ from: 'judgement', names: 'LATE' }],
  'incidents/find-new-instances.ts': [{ from: 'judgement', names: 'MIN_ROWS_BEFORE' }],
  'incidents/fingerprint.ts': [
    { from: 'judgement', names: 'KIND LOGS METRIC' },
    { from: 'limit', names: 'MAX_FEATURES' },
  ],
  'incidents/forecast-crossings.ts': [
    { from: 'arithmetic', names: 'HOUR_MS' },
    { from: 'limit', names: 'MOST_STEPS' },
  ],
  'incidents/incident-kind.ts': [
    { from: 'judgement', names: 'FAMILIES' },
    { from: 'fit', on: ['choosingSystems'], names: 'WEIGHT_OF_EFFECTS' },
  ],
  'incidents/learn-rules.ts': [
    { from: 'arithmetic', names: 'MINUTE' },
    { from: 'judgement', names: 'WINDOWS_MS LEAST_HITS LEAST_PROBABILITY FALSE_RULES EXACT_IS_WORTH' },
    { from: 'limit', names: 'RULES_AN_OUTCOME MAX_NAMES MAX_OUTCOMES' },
  ],
  'incidents/merge-periods.ts': [
    { from: 'limit', names: 'SMALLEST' },
    { from: 'judgement', names: 'LATEST' },
  ],
  'incidents/precursors.ts': [
    { from: 'judgement', names: 'LEAST_SHARE' },
    { from: 'limit', names: 'SERIES_NAMED' },
  ],
  'incidents/predict-incidents.ts': [{ from: 'arithmetic', names: 'RECENT_MS', note: 'the longest of `WINDOWS_MS`' }],
  'incidents/prediction.ts': [
    { from: 'layout', names: 'NO_PREDICTIONS' },
    { from: 'judgement', names: 'MIN_LEAD_MS' },
    { from: 'limit', names: 'MAX_RULES MAX_LEADS' },
  ],
  'incidents/render-incident-title.ts': [
    { from: 'layout', names: 'ENGLISH CHINESE' },
    { from: 'limit', names: 'MAX_TEMPLATE' },
  ],
  'incidents/share-series.ts': [{ from: 'limit', names: 'MAX_LISTED' }],
  'incidents/similar-incidents.ts': [
    {
      from: 'fit',
      on: ['choosingSystems'],
      names: 'REPEATS',
      note: 'one folded with another type counts as three repeats that stay unfolded',
    },
  ],
  'incidents/verdicts/daily-window.ts': [
    { from: 'arithmetic', names: 'MINUTE DAY_MINUTES DAY' },
    { from: 'judgement', names: 'WIDEST LEAST_DAYS MARGIN LONGEST_MS' },
  ],
  'incidents/verdicts/learn-from-verdicts.ts': [
    { from: 'judgement', names: 'SAME_AGAIN AT_ITS_HOUR VERDICTS_ON_DOWN' },
    { from: 'limit', names: 'MAX_RULES' },
  ],
  'incidents/verdicts/period-pattern.ts': [
    { from: 'judgement', names: 'COMMON' },
    { from: 'limit', names: 'SERIES_KEPT SMALLEST' },
  ],
  'incidents/verdicts/preview-verdicts.ts': [{ from: 'judgement', names: 'ROUNDING' }],
  'incidents/verdicts/suggest-pvalue.ts': [
    { from: 'judgement', names: 'LEAST_VERDICTS WORTH STEPS_A_DECADE' },
    { from: 'limit', names: 'LOWEST_Q' },
  ],
  'incidents/weigh-rule.ts': [
    { from: 'judgement', names: 'RETIRES_AT PROMISED FAILING', note: 'the sums are those of Page 1954' },
  ],
}
