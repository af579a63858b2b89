import type { Origins } from '../origin.ts'

const simulated = ['choosingSeries'] as const

export const forecast: Origins = {
  'forecast/back-test.ts': [{ from: 'judgement', names: 'ORIGINS' }],
  'forecast/blend.ts': [
    { from: 'fit', on: simulated, names: 'HALF_LIFE FAR' },
    { from: 'fit', on: simulated, names: 'SHARPNESS', note: '8 loses 0.002 more, which is chance' },
    { from: 'judgement', names: 'ROUNDS' },
    { from: 'limit', names: 'SMALLEST LOOKS' },
  ],
  'forecast/calendar-seasons.ts': [
    { from: 'arithmetic', names: 'HOUR_MS' },
    { from: 'judgement', names: 'SHORTEST HOURLY' },
  ],
  'forecast/clean-history.ts': [{ from: 'judgement', names: 'FAR LONGEST EARLIER NEIGHBOURS' }],
  'forecast/conformal-band.ts': [{ from: 'judgement', names: 'KNOTS ADAPTATION LEARNED_FROM' }],
  'forecast/cross-fit.ts': [{ from: 'judgement', names: 'FOLDS' }],
  'forecast/evaluate-back-test.ts': [{ from: 'layout', names: 'NAIVE' }],
  'forecast/find-crossing.ts': [{ from: 'arithmetic', names: 'HOUR_MS' }],
  'forecast/forecast.ts': [{ from: 'limit', names: 'MAX_HORIZON MAX_STEPS' }],
  'forecast/present-step.ts': [{ from: 'judgement', names: 'RECENT_ROWS COARSER' }],
  'forecast/holt-winters.ts': [
    { from: 'judgement', names: 'CLIP', note: 'the cut is that of Gelper, Fried and Croux 2010, its size is not' },
  ],
  'forecast/lean-on-last.ts': [{ from: 'judgement', names: 'OFTEN MOSTLY' }],
  'forecast/list-candidates.ts': [{ from: 'judgement', names: 'STEADY QUICK' }],
  'forecast/mstl-candidate.ts': [
    { from: 'judgement', names: 'REFITS RATES' },
    { from: 'limit', names: 'BACK_TESTED' },
  ],
  'forecast/mstl.ts': [{ from: 'judgement', names: 'PASSES' }],
  'forecast/naive-candidates.ts': [
    { from: 'fit', on: simulated, names: 'RECENT' },
    { from: 'judgement', names: 'LOOKS SPIKES' },
  ],
  'forecast/outlook.ts': [{ from: 'judgement', names: 'DEPARTURE_MARGIN' }],
  'forecast/rescale.ts': [{ from: 'limit', names: 'FARTHEST' }],
  'forecast/screen-departure.ts': [
    { from: 'arithmetic', names: 'DAY SCREEN_HOURS' },
    { from: 'judgement', names: 'COMPARED' },
  ],
  'forecast/spread-model.ts': [{ from: 'judgement', names: 'BINS TRUST' }],
  'forecast/stl.ts': [
    {
      from: 'paper',
      source: 'Cleveland, Cleveland, McRae and Terpenning 1990: two passes without the outer loop',
      names: 'PASSES',
    },
  ],
  'forecast/trend-candidate.ts': [{ from: 'judgement', names: 'BLOCKS' }],
}
