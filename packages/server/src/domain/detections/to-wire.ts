import { type DataEnd, findingState, type GapFinding, type Period, renderSentence } from '@omen/engine'
import type { Gap, Period as WirePeriod } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import type { GivenVerdict } from '../verdicts/index.ts'
import { periodIdOf } from './period-id.ts'

interface Shown {
  readonly dataEnd: DataEnd
  readonly locale: Locale
}

/** `index` counts from 0 among the periods that are shown. */
export function toWirePeriod(
  period: Period,
  index: number,
  { given, dataEnd, locale }: Shown & { given: GivenVerdict | undefined },
): WirePeriod {
  return {
    id: periodIdOf(period),
    number: index + 1,
    start: period.start,
    end: period.end,
    rows: period.rows,
    val: period.val,
    probability: nullIfNaN(period.probability),
    isMissingValue: period.isMissingValue,
    kind: period.kind,
    state: findingState(period, dataEnd),
    series: period.series.map((one) => ({
      seriesId: one.seriesId,
      share: Math.min(1, one.share),
      side: one.side,
      probability: nullIfNaN(one.probability),
      peak: nullIfNaN(one.peak),
      usual: nullIfNaN(one.usual),
      spread: nullIfNaN(one.spread),
      ...(one.peakAt !== undefined && { peakAt: one.peakAt }),
      ...(one.firstAt !== undefined && { firstAt: one.firstAt }),
    })),
    sentence: renderSentence(period.sentence, locale),
    ...(period.recoveringUntil !== undefined && { recoveringUntil: period.recoveringUntil }),
    ...(period.isNewNormal && { isNewNormal: true }),
    ...given,
  }
}

export function toWireGap(gap: GapFinding, { dataEnd, locale }: Shown): Gap {
  const { start, end, kind, seriesIds, sentence } = gap
  const { rejectedLines } = sentence.kind === 'collector' ? sentence : {}
  return {
    start,
    end,
    kind,
    state: findingState(gap, dataEnd),
    seriesIds,
    sentence: renderSentence(sentence, locale),
    ...(rejectedLines !== undefined && { rejectedLines }),
  }
}

/** JSON has no NaN; a probability stored as JSON may already be null. */
function nullIfNaN(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}
