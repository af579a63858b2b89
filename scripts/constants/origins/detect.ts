import { type Origins, trainedOn } from '../origin.ts'

export const detect: Origins = {
  'detect/calibration.ts': [{ from: 'judgement', names: 'nominalRates' }],
  'detect/describe-span.ts': [
    { from: 'limit', names: 'MAX_LISTED' },
    { from: 'judgement', names: 'LEAST_PART LOUD MAX_EVIDENCE' },
  ],
  'detect/display-model.ts': [{ from: 'arithmetic', names: 'HOUR_MS MONDAY_MS' }],
  'detect/extreme.ts': [
    { from: 'layout', names: 'NOTHING' },
    { from: 'judgement', names: 'RESIDUE' },
  ],
  'detect/find-down.ts': [{ from: 'judgement', names: 'RARELY MOSTLY' }],
  'detect/find-onset.ts': [
    { from: 'fit', on: trainedOn, names: 'ONSET_PART' },
    { from: 'limit', names: 'ONSET_ROWS' },
  ],
  'detect/find-parts.ts': [{ from: 'judgement', names: 'BEGAN' }],
  'detect/find-runs.ts': [{ from: 'fit', on: trainedOn, names: 'NEARLY' }],
  'detect/finding-state.ts': [{ from: 'layout', names: 'ORDER' }],
  'detect/folds.ts': [{ from: 'judgement', names: 'FOLDS ROUNDS' }],
  'detect/gaps/frozen-finder.ts': [{ from: 'judgement', names: 'SHORTEST UNLIKELY' }],
  'detect/gaps/gap-list.ts': [
    { from: 'judgement', names: 'HICCUP_ROWS' },
    { from: 'limit', names: 'MAX_GAPS' },
  ],
  'detect/gaps/gap-survey.ts': [{ from: 'judgement', names: 'GAPS_LEFT_OUT SHORTEST' }],
  'detect/gaps/silent-finder.ts': [{ from: 'judgement', names: 'UNLIKELY HARDLY_THERE' }],
  'detect/guess-unit.ts': [
    { from: 'judgement', names: 'BY_ENDING' },
    { from: 'standard', source: 'rates as Prometheus writes them', names: 'RATE' },
  ],
  'detect/join-periods.ts': [
    { from: 'fit', on: trainedOn, names: 'LEARNED_FROM' },
    { from: 'judgement', names: 'MAIN ALIKE SAME_LEVEL' },
    { from: 'limit', names: 'LOOK_BACK' },
  ],
  'detect/map-states.ts': [
    { from: 'judgement', names: 'RADIUS' },
    { from: 'limit', names: 'MAX_ROWS' },
  ],
  'detect/model-codec.ts': [{ from: 'layout', names: 'MAGIC LAYOUT OLDEST_LAYOUT PREFIX' }],
  'detect/new-normal.ts': [
    { from: 'arithmetic', names: 'DAY' },
    { from: 'judgement', names: 'CONFIRMED FEWEST_HELD' },
  ],
  'detect/peers/find-peer-periods.ts': [{ from: 'judgement', names: 'PEER_THRESHOLD SHORTEST' }],
  'detect/peers/peer-groups.ts': [{ from: 'arithmetic', names: 'MIN_PEERS', note: 'the fewest with a majority' }],
  'detect/plain-unit.ts': [
    { from: 'standard', source: 'Unified Code for Units of Measure', names: 'UCUM' },
    { from: 'layout', names: 'ANNOTATION' },
  ],
  'detect/plan-periods.ts': [
    { from: 'limit', names: 'SMALLEST MAX_LISTED' },
    { from: 'judgement', names: 'LOOKS LOOK_ROWS LEAST_LASTING LEADING' },
  ],
  'detect/recalibration.ts': [
    {
      from: 'fit',
      on: ['shop'],
      names: 'PRIOR_MEAN MOST_PRIOR',
      note: 'tails are crossed 1.1 to 1.3 times as often as they should',
    },
    { from: 'arithmetic', names: 'TAIL_START' },
    {
      from: 'judgement',
      names: 'TAIL PRIOR_PART LEAST_PRIOR PRIOR_MEAN_SHORT MEMORY OUTLANDISH BRIDGED TAUGHT',
    },
    { from: 'limit', names: 'MOST_EXCESS MOST_RATE LEAST_MEAN MOST_MEAN' },
  ],
  'detect/render-sentence.ts': [
    { from: 'limit', names: 'MOST_TEMPLATE' },
    { from: 'layout', names: 'RIGHT_TO_LEFT UNITS' },
    { from: 'arithmetic', names: 'SECOND MINUTE HOUR DAY' },
    { from: 'judgement', names: 'ROUNDED' },
  ],
  'detect/run-limits.ts': [
    { from: 'fit', on: trainedOn, names: 'ONCE_IN LEAST_ROWS' },
    { from: 'judgement', names: 'WINDOWS REFERENCE_THRESHOLD' },
  ],
  'detect/scored-chunk.ts': [{ from: 'judgement', names: 'OUTSIDE_BAND' }],
  'detect/scorer.ts': [
    { from: 'limit', names: 'SMALLEST' },
    { from: 'fit', on: trainedOn, names: 'OUT_OF_RANGE' },
  ],
  'detect/segments/segment-finder.ts': [{ from: 'arithmetic', names: 'MARGIN' }],
  'severity/severity.ts': [
    { from: 'judgement', names: 'WEIGHTS NEAR DECADES WORST' },
    { from: 'arithmetic', names: 'MOST' },
    { from: 'layout', names: 'DOWN' },
  ],
  'detect/span-part.ts': [
    { from: 'judgement', names: 'QUIET' },
    { from: 'limit', names: 'LONGEST' },
  ],
  'detect/span.ts': [{ from: 'judgement', names: 'IN_MINUTES' }],
  'detect/thin-events.ts': [{ from: 'judgement', names: 'SHORTEST EXPECTED' }],
  'detect/to-period.ts': [{ from: 'judgement', names: 'FALSE_MOVES ALIKE' }],
  'detect/train-model.ts': [{ from: 'judgement', names: 'MIN_TRAINING_ROWS' }],
  'detect/training-memory.ts': [{ from: 'limit', names: 'MAX_CELLS MIN_ROWS BLOCK' }],
  'detect/view-tails.ts': [
    { from: 'limit', names: 'MAX_SCORE' },
    { from: 'judgement', names: 'TRUSTED_PAIRS' },
  ],
}
