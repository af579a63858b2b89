import { type Origins, trainedOn } from '../origin.ts'

export const stats: Origins = {
  'stats/bit-reader.ts': [{ from: 'arithmetic', names: 'TWO_32' }],
  'stats/bit-writer.ts': [
    { from: 'fit', on: ['timings'], names: 'ESCAPE' },
    { from: 'layout', names: 'MOST_AT_ONCE' },
    { from: 'limit', names: 'FIRST_WORDS' },
    { from: 'arithmetic', names: 'TWO_32 CUT_BITS' },
  ],
  'stats/block-tail.ts': [
    { from: 'fit', on: trainedOn, names: 'WIDENING' },
    {
      from: 'judgement',
      names: 'BLOCKS CENSORED PRIOR_BLOCKS LEAST_SLOPE ROWS_FROM ROWS_TO LEAST_ROW_SLOPE UNCORRELATED',
    },
  ],
  'stats/count-tail.ts': [{ from: 'limit', names: 'negligible maxTerms' }],
  'stats/density.ts': [
    { from: 'judgement', names: 'NARROWEST' },
    { from: 'limit', names: 'MOST_VALUES' },
  ],
  'stats/gamma-tail.ts': [{ from: 'limit', names: 'PRECISE MOST_TERMS TINY' }],
  'stats/gumbel-power.ts': [
    { from: 'fit', on: ['series', 'nab'], names: 'LEAD MOST_CORRELATION', note: 'false alarms of both were looked at' },
    { from: 'judgement', names: 'POWERS' },
    { from: 'arithmetic', names: 'EULER' },
  ],
  'stats/hodges-lehmann.ts': [{ from: 'fit', on: ['timings'], names: 'MOST' }],
  'stats/leading-eigen.ts': [{ from: 'limit', names: 'ROUNDS' }],
  'stats/log-gamma.ts': [
    { from: 'arithmetic', names: 'half' },
    { from: 'paper', source: 'Lanczos 1964, coefficients for g = 7', names: 'lanczos' },
  ],
  'stats/median-in-place.ts': [{ from: 'fit', on: ['timings'], names: 'FEW' }],
  'stats/packed-ascending.ts': [
    { from: 'fit', on: ['timings'], names: 'HEAD_BITS' },
    { from: 'arithmetic', names: 'REST_BITS LATER_BITS' },
  ],
  'stats/packed-counts.ts': [
    { from: 'fit', on: ['timings'], names: 'FINE_BELOW PARTS' },
    { from: 'arithmetic', names: 'COARSE_OFFSET' },
  ],
  'stats/packed-integers.ts': [
    { from: 'fit', on: ['timings'], names: 'BLOCK' },
    { from: 'layout', names: 'BY_MEAN BY_LAST BY_LAG ALL_SAME MOST_SHIFT' },
    { from: 'arithmetic', names: 'TWO_31' },
  ],
  'stats/symmetric-eigen.ts': [{ from: 'limit', names: 'MAX_SWEEPS' }],
  'stats/power-of-two.ts': [{ from: 'arithmetic', names: 'FIRST LAST' }],
  'stats/tail-sketch.ts': [
    { from: 'judgement', names: 'BINS_PER_OCTAVE', note: 'the bins are those of Masson, Rim and Lee, VLDB 2019' },
    { from: 'paper', source: 'Siffer et al., KDD 2017: the upper 2 %', names: 'TAIL_SHARE' },
    { from: 'judgement', names: 'LEAST_FOR_MEDIAN MOST_OCTAVES_UP' },
    { from: 'fit', on: ['nab', 'timings'], names: 'REFIT' },
    { from: 'fit', on: ['timings'], names: 'PARTS_OF_MEDIAN' },
    { from: 'limit', names: 'SMALLEST' },
    { from: 'layout', names: 'COUNT TOP SINCE_FIT LIMIT RATE SHAPE SCALE STATE' },
  ],
  'stats/tail.ts': [
    { from: 'limit', names: 'RANKS' },
    { from: 'judgement', names: 'DEFAULT_PRIOR' },
  ],
  'stats/value-sketch.ts': [{ from: 'layout', names: 'SIZE WEIGHT STATE' }],
}
