import type { Corpus, Origins } from '../origin.ts'

/** What all of these are chosen on together. */
const on: readonly Corpus[] = ['incidents', 'choosingIncidents']

export const causes: Origins = {
  'causes/cause-window.ts': [{ from: 'judgement', names: 'SLACK_MS SLACK_ROWS' }],
  'causes/common-movement.ts': [
    { from: 'fit', on, names: 'COMMON_SHARE TOGETHER_MS' },
    { from: 'judgement', names: 'LEAST_INSTANCES EARLY_MS EARLY_ROWS' },
  ],
  'causes/count-hits.ts': [{ from: 'judgement', names: 'UNCONFIRMED FIRST_MOVERS' }],
  'causes/measure-movement.ts': [
    { from: 'fit', on, names: 'BEYOND_BEFORE' },
    { from: 'judgement', names: 'MIN_VALUES MOVED BEGAN MOST_OF_CONSTANT' },
    { from: 'limit', names: 'MAX_ROWS MAX_DEVIATION' },
  ],
  'causes/measure-stops.ts': [
    { from: 'fit', on, names: 'DEVIATION' },
    { from: 'judgement', names: 'LEAST_ROWS LEAST_SHARE USUALLY LEAST_METRICS' },
  ],
  'causes/movement-graph.ts': [
    { from: 'limit', names: 'MAX_MOVERS MAX_INCIDENTS' },
    { from: 'judgement', names: 'EDGES_INTO' },
    { from: 'arithmetic', names: 'ONE_SIDED_90', note: 'the 90 % quantile of the normal distribution' },
  ],
  'causes/pick-movers.ts': [
    { from: 'fit', on, names: 'RESOURCES' },
    { from: 'judgement', names: 'LASTING' },
  ],
  'causes/rank-causes.ts': [
    { from: 'arithmetic', names: 'HOUR DAY' },
    { from: 'fit', on, names: 'LONG_INCIDENT LEAST_ROWS_BEFORE' },
    { from: 'limit', names: 'LIMIT' },
  ],
  'causes/rank-changes.ts': [
    { from: 'judgement', names: 'SLACK_MS MEMORY_MS BEFORE_MS AFTER_MS WEIGHTS NEW_TEMPLATE SYMPTOM_LINE' },
    { from: 'limit', names: 'MAX_LISTED' },
  ],
  'causes/rank-movers.ts': [{ from: 'judgement', names: 'CLEARLY_LESS' }],
  'causes/render-cause.ts': [{ from: 'judgement', names: 'MOST_SPREADS' }],
  'causes/score-cause.ts': [
    { from: 'fit', on, names: 'WEIGHTS', note: '`change` and `periodShare` are judgement' },
    { from: 'fit', on, names: 'LAG_MS LAG_ROWS CLEAR' },
    {
      from: 'fit',
      on,
      names: 'TEMPERATURE',
      note: 'the first cause has 0.69 of the support and is right in 0.68 of the incidents; 0.4 gave it 0.87',
    },
    { from: 'limit', names: 'MAX_DEVIATION' },
  ],
}
