import type { Origins } from '../origin.ts'

const nab = 'Numenta Anomaly Benchmark (Lavin and Ahmad 2015)'

export const series: Origins = {
  'evaluate/evaluate-alarms.ts': [{ from: 'arithmetic', names: 'DAY' }],
  'evaluate/nab-score.ts': [{ from: 'standard', source: nab, names: 'nabProfiles' }],
  'evaluate/probation.ts': [{ from: 'standard', source: nab, names: 'SHARE MOST_ROWS' }],
  'series/bad-time.ts': [
    { from: 'layout', names: 'YEAR DAY MONTH_AND_DAY CLOCK FORMS NUMBER DECIMAL_COMMA' },
    { from: 'judgement', names: 'COUNTS' },
  ],
  'series/build-frame.ts': [{ from: 'limit', names: 'MIN_GAP_ROWS' }],
  'series/csv-parser.ts': [{ from: 'limit', names: 'MAX_BATCH_CELLS HOPELESS_ROWS' }],
  'series/find-local-steps.ts': [{ from: 'judgement', names: 'LASTING_STEPS JITTER LONGER' }],
  'series/local-clock.ts': [
    { from: 'arithmetic', names: 'WEEK MINUTE' },
    { from: 'limit', names: 'KEPT FARTHEST' },
  ],
  'series/parse-timestamp.ts': [
    { from: 'judgement', names: 'FROM TO' },
    { from: 'arithmetic', names: 'perSecond LAST_TICKS FIRST_COMPACT_HOUR' },
    { from: 'standard', source: 'ISO 8601', names: 'ISO' },
    { from: 'layout', names: 'NUMBER COMMON_LENGTH SPACE DASH DIGIT_0 COLON LETTER_T LETTER_Z' },
  ],
  'series/read-header.ts': [{ from: 'limit', names: 'quotedNames quotedLetters longestName' }],
  'series/rejected-runs.ts': [{ from: 'limit', names: 'MAX_RUNS' }],
  'series/row-reader.ts': [{ from: 'layout', names: 'DIGIT_0 DIGIT_9 POINT COMMA' }],
  'series/scan-number.ts': [
    { from: 'layout', names: 'COMMA POINT DECIMAL DECIMAL_COMMA MISSING INFINITE' },
    { from: 'arithmetic', names: 'POWERS', note: 'the powers of ten that doubles hold exactly (Clinger 1990)' },
  ],
  'series/series-name.ts': [{ from: 'layout', names: 'SHAPE' }],
  'series/time-log.ts': [{ from: 'limit', names: 'CHUNK_ROWS' }],
  'series/utf8.ts': [{ from: 'standard', source: 'RFC 3629', names: 'SMALLEST' }],
}
