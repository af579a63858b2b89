import { type Origins, trainedOn } from '../origin.ts'

const speed = 'every k-th row trains three times as fast with equal tails'

export const detectColumns: Origins = {
  'detect/column/day-memory.ts': [
    { from: 'arithmetic', names: 'HOUR_MS HOURS HELD_HOURS' },
    { from: 'fit', on: trainedOn, names: 'QUANTILES SOME MOST FEWEST_HELD STATES' },
    { from: 'limit', names: 'MOST_KEPT GRAIN' },
    { from: 'layout', names: 'noHour' },
  ],
  'detect/column/drift-share.ts': [
    { from: 'judgement', names: 'BLOCKS DRIFT_SHARE' },
    { from: 'fit', on: ['timings'], names: 'MAX_VALUES', note: speed },
  ],
  'detect/column/fit-column-tails.ts': [
    { from: 'fit', on: ['timings'], names: 'MAX_ROWS', note: speed },
    { from: 'judgement', names: 'MIN_TAIL_SCALE DRIFTING_PRIOR' },
  ],
  'detect/column/fit-column.ts': [{ from: 'fit', on: ['timings'], names: 'MAX_VALUES', note: speed }],
  'detect/column/fit-tracking.ts': [
    { from: 'judgement', names: 'GAIN_STEADY GAIN_DRIFTING TRAINING_ACCEPTS_AFTER ROUNDS MOST_STATES MOST_SWITCHED' },
    { from: 'fit', on: ['timings'], names: 'MAX_VALUES', note: speed },
  ],
  'detect/column/level-tracker.ts': [
    { from: 'fit', on: trainedOn, names: 'FAR_OFF_STEADY' },
    {
      from: 'judgement',
      names: 'HUBER UNREST_GAIN FAR FAR_OFF_DRIFTING WARM_UP CLEARLY_WIDER SLACK BRIDGED RETURNED_AFTER',
    },
  ],
  'detect/column/log-scale.ts': [
    { from: 'judgement', names: 'MIN_VALUES MIN_DISTINCT PART_OF_MEDIAN TIMES_AS_MUCH' },
    { from: 'arithmetic', names: 'SKEWED', note: 'between the skewness of known distributions' },
    { from: 'limit', names: 'MAX_VALUES' },
  ],
  'detect/column/rhythm.ts': [
    { from: 'arithmetic', names: 'HOUR_MS MONDAY_MS' },
    { from: 'arithmetic', names: 'PART_OF_HALF', note: 'from the variances in its comment' },
    { from: 'judgement', names: 'NEEDED_GAIN MIN_PER_SLOT' },
    { from: 'fit', on: ['timings'], names: 'MAX_ROWS', note: speed },
  ],
  'detect/column/shift-watch.ts': [{ from: 'judgement', names: 'HELD_AFTER GROWTH' }],
  'detect/column/thin-excursions.ts': [{ from: 'judgement', names: 'BEYOND PEAK SHORTEST RECURS MOST KEPT' }],
  'detect/joint/fit-joint.ts': [
    { from: 'fit', on: trainedOn, names: 'MAX_SOM_DIMS' },
    { from: 'fit', on: ['timings'], names: 'MAX_PCA_ROWS', note: speed },
    { from: 'limit', names: 'MAX_SOM_ROWS' },
  ],
  'detect/joint/joint-reader.ts': [{ from: 'judgement', names: 'CUT RESOLUTION' }],
  'detect/joint/neuron-finder.ts': [{ from: 'fit', on: ['timings'], names: 'LEAF' }],
  'detect/joint/pca.ts': [
    { from: 'judgement', names: 'KEPT_VARIANCE FILL_ROUNDS' },
    { from: 'limit', names: 'MAX_RANK MAX_JACOBI' },
    { from: 'arithmetic', names: 'ROUNDING', note: 'above the rounding of double precision' },
  ],
  'detect/joint/som.ts': [
    { from: 'paper', source: 'Dean, Nguyen and Gu, ICAC 2012: maps of 20 × 20 to 32 × 32', names: 'SOM_SIDE' },
    { from: 'arithmetic', names: 'NEURONS' },
    { from: 'judgement', names: 'EPOCHS FIRST_RADIUS LAST_RADIUS' },
  ],
}
