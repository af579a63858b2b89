import type { Origins } from '../origin.ts'

export const stream: Origins = {
  'stream/alarm-filter.ts': [
    { from: 'fit', on: ['nab'], names: 'ALARM', note: 'few false alarms a day' },
    { from: 'fit', on: ['nab'], names: 'ATTENTION', note: 'puts the shipped 0.5 on the best threshold of these files' },
    { from: 'fit', on: ['nab'], names: 'MEMORY RISE HELD' },
    { from: 'layout', names: 'SINCE PEAK STATE' },
  ],
  'stream/block-pool.ts': [
    { from: 'limit', names: 'BLOCK_WORDS BLOCKS_PER_SLAB' },
    { from: 'layout', names: 'NONE' },
  ],
  'stream/channels.ts': [
    {
      from: 'fit',
      on: ['nab'],
      names:
        'LEVEL_WEIGHT VARIANCE_WEIGHT LEVEL_SPAN SEASON_SPAN FLAT_SPAN FADE_AFTER NEIGHBOURS LEAST_VALUES SHAPE_LENGTH LONG_STEP',
    },
    { from: 'arithmetic', names: 'FLAT_OFFSET', note: 'keeps a logarithm above 0' },
    { from: 'layout', names: 'COUNT LEVEL MEAN VARIANCE RANGE LONG_SHAPE SIDE STATE' },
  ],
  'stream/detector-store.ts': [{ from: 'fit', on: ['timings'], names: 'PACKED_FROM_MS' }],
  'stream/discord.ts': [
    { from: 'judgement', names: 'STEPS_PER_RANGE' },
    { from: 'limit', names: 'MOST_STEPS FAR_OFF SLACK' },
    { from: 'layout', names: 'COUNT STEP ORIGIN STATE' },
  ],
  'stream/packed-pages.ts': [{ from: 'limit', names: 'PER_PAGE FIRST_WORDS' }],
  'stream/recent-values.ts': [
    { from: 'layout', names: 'CAPACITY PLACES' },
    { from: 'fit', on: ['timings'], names: 'PACKED_BITS' },
  ],
  'stream/season-store.ts': [
    { from: 'fit', on: ['nab'], names: 'CELL LAGS CANDIDATES LEAST_CORRELATION LEAD REACH' },
    { from: 'arithmetic', names: 'DAY' },
    { from: 'fit', on: ['timings'], names: 'PACKED_BITS' },
    { from: 'layout', names: 'WEEK CLOCK STARTED OFF FOUND STATE' },
  ],
  'stream/step-clock.ts': [
    { from: 'arithmetic', names: 'DAY' },
    { from: 'fit', on: ['nab'], names: 'USUAL_STEP', note: 'most of these files have this step' },
    { from: 'fit', on: ['nab'], names: 'PACE MOST_PACE WEIGHT' },
    { from: 'layout', names: 'POINTS FIRST LATEST LOG_STEP STEPS STATE' },
  ],
  'stream/stream-detector.ts': [
    { from: 'fit', on: ['nab'], names: 'MOST_DECADES RANGE_LEFT RANGE_EVIDENCE AGREEMENT FADE_AFTER MIN_COUNT' },
    {
      from: 'fit',
      on: ['nab'],
      names: 'RECORD_SLACK LEAST_RECORD BEYOND_SAMPLE',
      note: 'also on the files reversed, halved, cut and smoothed',
    },
    { from: 'layout', names: 'SEASON MAGIC LAYOUT HEADER' },
  ],
  'stream/stream-size.ts': [
    { from: 'fit', on: ['nab', 'timings'], names: 'storeSizes', note: 'a larger state gains half a point' },
  ],
  'stream/value-frame.ts': [
    { from: 'layout', names: 'COUNT FIRST UNIT LOW HIGH STATE' },
    { from: 'limit', names: 'RANGES_OUT UNBOUNDED LARGEST' },
  ],
}
