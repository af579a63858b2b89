import type { Origins } from '../origin.ts'

export const live: Origins = {
  'live/episode.ts': [{ from: 'arithmetic', names: 'DAY' }],
  'live/episodes.ts': [{ from: 'judgement', names: 'LATE_ROWS LATE' }],
  'live/expectation.ts': [
    { from: 'arithmetic', names: 'SPREAD_PER_DEVIATION', note: '√(π / 2) for a normal distribution' },
    { from: 'arithmetic', names: 'DAY' },
    {
      from: 'judgement',
      names: 'LEVEL_WEIGHT DEVIATION_WEIGHT MOST_DEVIATIONS YOUNG RANGE_SPREADS DECADES_PER_SPREAD LEAST_DEVIATION',
    },
    { from: 'limit', names: 'MOST_DECADES' },
  ],
  'live/gap-watch.ts': [{ from: 'judgement', names: 'TRAIL_ROWS' }],
  'live/has-come-back.ts': [
    { from: 'arithmetic', names: 'LINGERS', note: 'twelve spans of twelve rows, the longest mean of a channel' },
    { from: 'judgement', names: 'BACK MOST_SPREADS' },
  ],
  'live/lifted-rows.ts': [
    {
      from: 'fit',
      on: ['shop'],
      names: 'LASTING LASTING_SPREADS BEYOND_JOBS',
      note: 'less took in jobs of each night and rises of visitors',
    },
    { from: 'limit', names: 'MOST_LIFTED' },
    { from: 'arithmetic', names: 'DAY' },
  ],
  'live/live-detector.ts': [
    { from: 'layout', names: 'VERSION FIRST_VERSION' },
    { from: 'limit', names: 'MOST_DEGREE' },
  ],
  'live/logs/line-counts.ts': [
    { from: 'limit', names: 'MOST_SERIES' },
    { from: 'judgement', names: 'FEWEST_LINES' },
  ],
  'live/logs/line-detectors.ts': [
    { from: 'judgement', names: 'LEAST_BUCKET_MS' },
    { from: 'arithmetic', names: 'HOUR DAY' },
    { from: 'limit', names: 'CERTAIN MOST_PLACES' },
  ],
  'live/logs/live-logs.ts': [
    { from: 'layout', names: 'VERSION VERSION_BEFORE' },
    { from: 'limit', names: 'MOST_TEMPLATES MOST_PENDING' },
  ],
  'live/logs/log-streams.ts': [{ from: 'limit', names: 'mostServices sampleLines sampleLength' }],
  'live/logs/open-findings.ts': [
    { from: 'judgement', names: 'PVALUE MOST_PROBABLE MOST_BY_CHANCE NEAR_BUCKETS' },
    { from: 'limit', names: 'MOST_NEW MOST_SUBJECT MOST_EXAMPLE MOST_TEMPLATE LEAST_PROBABILITY' },
  ],
  'live/logs/series-names.ts': [{ from: 'limit', names: 'most' }],
  'live/logs/template-facts.ts': [
    { from: 'standard', source: 'OpenTelemetry, severity numbers of logs', names: 'ERROR_SEVERITY' },
  ],
  'live/model-votes.ts': [{ from: 'judgement', names: 'NOTICED HIGH MEDIUM' }],
  'live/near-zero.ts': [{ from: 'judgement', names: 'FLOOR_SHARE' }],
  'live/relapse.ts': [
    { from: 'judgement', names: 'SAME_TIME SHORT_FAULT' },
    {
      from: 'fit',
      on: ['shop', 'choosingSeries'],
      names: 'LATER_ALARM LATER_DISTANCE',
      note: 'three quiet weeks of the shop stay as they were',
    },
    { from: 'arithmetic', names: 'HALF_DAY DAY' },
    {
      from: 'fit',
      on: ['shop'],
      names: 'REMEMBERED LEAST_ALARM LEAST_DISTANCE BEYOND_USUAL',
      note: '27 of 27 relapses of five minutes are found',
    },
  ],
  'live/replay-series.ts': [{ from: 'judgement', names: 'SAME_SPREAD' }],
  'live/table.ts': [{ from: 'limit', names: 'GROWTH FIRST_ROWS' }],
  'live/value-kind.ts': [{ from: 'judgement', names: 'EARLY_VALUES LEFT_BY_RESET' }],
  'live/watch-series.ts': [
    { from: 'judgement', names: 'DECADES_PER_ALARM CALM_ROWS FEWEST_HELD GROWN' },
    { from: 'arithmetic', names: 'GROWN_DEVIATIONS', note: 'three times the noise of two averages' },
    { from: 'arithmetic', names: 'DAY' },
  ],
  'live/watch-silence.ts': [
    { from: 'judgement', names: 'FEWEST_VALUES MEMORY_ROWS' },
    { from: 'arithmetic', names: 'DAY' },
  ],
}
