import type { Origins } from '../origin.ts'

export const logs: Origins = {
  'logs/analyse-logs.ts': [
    { from: 'limit', names: 'LOG_SAMPLE_LINES' },
    { from: 'judgement', names: 'nearBuckets nearLines' },
  ],
  'logs/find-encoding.ts': [
    { from: 'judgement', names: 'commonShare zeroShare' },
    { from: 'standard', source: 'RFC 3629', names: 'mostCut' },
  ],
  'logs/findings/bursts.ts': [
    { from: 'fit', on: ['choosingLogs'], names: 'burstWarmUp trimmed recent uncertainty enough pooledBelow' },
    { from: 'judgement', names: 'history smallest poolSize poolWeight prior' },
  ],
  'logs/findings/event-log.ts': [{ from: 'layout', names: 'bits size mask' }],
  'logs/findings/finding-list.ts': [{ from: 'limit', names: 'leastProbability' }],
  'logs/findings/heartbeat.ts': [
    { from: 'judgement', names: 'history fewest regularity late missedBeats' },
    { from: 'layout', names: 'unheard' },
  ],
  'logs/findings/novelty.ts': [{ from: 'judgement', names: 'warmUp rareCount unseen' }],
  'logs/findings/place-detectors.ts': [{ from: 'limit', names: 'maxPlaces maxTemplates maxMessage' }],
  'logs/findings/read-quantity.ts': [{ from: 'standard', source: 'SI and IEC 80000-13', names: 'seconds bytes units' }],
  'logs/findings/sequence.ts': [
    { from: 'fit', on: ['choosingLogs'], names: 'fewest enough margin' },
    { from: 'judgement', names: 'warmUp history' },
    { from: 'fit', on: ['timings'], names: 'refreshed' },
    { from: 'limit', names: 'maxContexts maxSources' },
  ],
  'logs/findings/silences.ts': [
    { from: 'judgement', names: 'shortestPeriod mostPeriodsSilent awaitedPart' },
    { from: 'arithmetic', names: 'dayMs' },
    { from: 'limit', names: 'mostSources' },
  ],
  'logs/findings/time-detectors.ts': [{ from: 'judgement', names: 'buckets mostBuckets' }],
  'logs/findings/values.ts': [
    { from: 'judgement', names: 'history fewest refit fewDistinct monotone' },
    { from: 'fit', on: ['timings'], names: 'refitFull' },
  ],
  'logs/header/cut-header.ts': [
    { from: 'limit', names: 'maxTag dashReach' },
    { from: 'standard', source: 'RFC 3629', names: 'widestChar' },
    { from: 'layout', names: 'colon bracket bar dash' },
  ],
  'logs/header/find-log-layout.ts': [{ from: 'judgement', names: 'lookAhead nearlyAll tagShare maxWeakRun mostPipes' }],
  'logs/header/kind-test.ts': [
    { from: 'limit', names: 'slots' },
    { from: 'layout', names: 'zero one nine' },
  ],
  'logs/header/read-time.ts': [{ from: 'limit', names: 'reach' }],
  'logs/header/split-fields.ts': [{ from: 'limit', names: 'maxBracket' }],
  'logs/mask/line-shape.ts': [
    { from: 'layout', names: 'DIGIT HEX LETTER STOP zero letterA letterX numbers masked zeroOfHex dash' },
    { from: 'limit', names: 'maxMessage maxWord' },
    { from: 'layout', names: 'mostOfDate fewestHex mostHex uuidLength' },
  ],
  'logs/mask/mask-branches.ts': [{ from: 'layout', names: 'SLOT STOPS' }],
  'logs/mask/mask-line.ts': [
    { from: 'layout', names: 'DIGIT LETTER BLANK STOP SIGNAL UNDERSCORE SLASH slotCode' },
    { from: 'limit', names: 'farthest' },
  ],
  'logs/record-reader.ts': [{ from: 'limit', names: 'maxSources' }],
  'logs/shorten.ts': [{ from: 'limit', names: 'MAX_STORED_TEXT' }],
  'logs/state-codec.ts': [{ from: 'layout', names: 'MAGIC VERSION PREFIX' }],
  'logs/template-counts-frame.ts': [{ from: 'limit', names: 'mostRows' }],
  'logs/templates/alias-ring.ts': [{ from: 'limit', names: 'capacity' }],
  'logs/templates/align-words.ts': [{ from: 'limit', names: 'mostCells' }],
  'logs/templates/compare-kinds.ts': [
    { from: 'fit', on: ['loghub'], judged: 'out-of-fold', names: 'mostWordsOfValue mostDifferences fewestShared' },
  ],
  'logs/templates/find-variants.ts': [{ from: 'limit', names: 'rarestWords postingsOfWord mostCandidates' }],
  'logs/templates/grouping-limits.ts': [{ from: 'fit', on: ['loghub'], judged: 'out-of-fold', names: 'usualLimits' }],
  'logs/templates/merge-bucket.ts': [
    { from: 'fit', on: ['loghub'], judged: 'out-of-fold', names: 'enough', note: 'eight of the ten sets' },
    { from: 'fit', on: ['loghub'], judged: 'out-of-fold', names: 'mostEnumerated fewConstants' },
    { from: 'judgement', names: 'pairShare many wideShare' },
    { from: 'limit', names: 'pairWork maxRounds' },
  ],
  'logs/templates/shape-cache.ts': [{ from: 'limit', names: 'fewestSlots mostSlots' }],
  'logs/templates/template-store.ts': [
    { from: 'layout', names: 'FORGOTTEN_TEMPLATE' },
    { from: 'limit', names: 'defaultTemplates maxMemo maxMessage maxWords keptShare' },
  ],
  'logs/templates/vocabulary.ts': [{ from: 'limit', names: 'capacity' }],
}
