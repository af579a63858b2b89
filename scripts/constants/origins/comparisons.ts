import type { Origins } from '../origin.ts'

export const comparisons: Origins = {
  'peers/find-excursions.ts': [{ from: 'layout', names: 'USUAL ABOVE BELOW' }],
  'peers/find-modes.ts': [
    { from: 'limit', names: 'MOST_ROWS' },
    { from: 'judgement', names: 'LEAST_PART' },
  ],
  'peers/find-outliers.ts': [
    { from: 'arithmetic', names: 'FEWEST', note: 'the fewest with a majority' },
    { from: 'judgement', names: 'TIMES AS_FAR AS_LONG' },
  ],
  'peers/group-evidence.ts': [
    { from: 'limit', names: 'MOST_ROWS' },
    { from: 'judgement', names: 'FAR RARITY ODDS JUMP' },
    { from: 'arithmetic', names: 'JUMP_OF_PRICE', note: 'below a half: two jumps cost less than an excursion' },
  ],
  'peers/measure-distances.ts': [
    { from: 'judgement', names: 'BLOCK OF_TYPICAL OF_MIDDLE OF_STEP MEMBERS' },
    { from: 'limit', names: 'FARTHEST' },
  ],
  'peers/neighbour-correlation.ts': [{ from: 'judgement', names: 'FARTHEST HIGHEST' }],
  'peers/place-by-past.ts': [
    { from: 'arithmetic', names: 'FEWEST_MEMBERS', note: 'the fewest with a majority' },
    { from: 'judgement', names: 'FEWEST_VALUES ROUNDS BETTER STEEPEST ALIKE REACH' },
  ],
  'rollout/check-rollout.ts': [
    { from: 'judgement', names: 'FEWEST SMALLEST_DELTA SMALLEST_PART' },
    { from: 'arithmetic', names: 'ONE_DEVIATION', note: '2 Φ(1 / √2) − 1' },
    { from: 'layout', names: 'BY_WEIGHT' },
  ],
  'rollout/compare-windows.ts': [{ from: 'fit', on: ['choosingRollouts'], names: 'RANK_PART' }],
  'rollout/control-series.ts': [
    { from: 'arithmetic', names: 'DAY_MS' },
    { from: 'judgement', names: 'MOST_CYCLES NEEDED' },
  ],
  'rollout/draw-rollout.ts': [
    { from: 'arithmetic', names: 'DAY_MS' },
    { from: 'limit', names: 'MOST_CYCLES POINTS' },
  ],
  'rollout/is-trending.ts': [
    {
      from: 'fit',
      on: ['choosingRollouts'],
      names: 'CERTAIN CLEARLY ENOUGH',
      note: 'together with `RANK_PART`: false verdicts beyond 5 % count five times what is missed',
    },
  ],
  'rollout/prepare-group.ts': [{ from: 'arithmetic', names: 'DAY_MS' }],
  'rollout/regression-direction.ts': [{ from: 'judgement', names: 'DOWN UP' }],
  'states/compare-states.ts': [
    { from: 'arithmetic', names: 'NEURONS' },
    { from: 'arithmetic', names: 'FEWEST_MEMBERS', note: 'the fewest with a majority' },
    { from: 'judgement', names: 'FEWEST_ROWS REPORTED FARTHEST RADIUS' },
    { from: 'limit', names: 'MOST_METRICS TRAINING_ROWS MOST_ROWS MOST_ROWS_OF_ONE' },
  ],
}
