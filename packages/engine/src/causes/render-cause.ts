import { guessUnit } from '../detect/guess-unit.ts'
import { durationText, figure, type SentenceLocale } from '../detect/render-sentence.ts'
import type { CauseReasons } from './cause.ts'
import type { ShownCause } from './fold-stopped.ts'
import { instanceOf } from './pick-movers.ts'

/** A deviation of so many spreads says no more than that there is hardly a spread. */
const MAX_SPREADS = 100

/**
 * Tells why a cause ranks where it does, in one sentence without a full stop; its values in `unit`, by default the one that the
 * name of the metric gives away.
 */
export function renderCause(cause: ShownCause, locale: SentenceLocale, unit: string = guessUnit(cause.metric)): string {
  return locale === 'en' ? english(cause, unit) : chinese(cause, unit)
}

/** Of the peak that the sentence names. */
function spreadsAway({ peak, usual, spread, deviation }: CauseReasons): number {
  return spread > 0 ? Math.abs(peak - usual) / spread : deviation
}

function english(cause: ShownCause, unit: string): string {
  const { reasons, stopped = 1 } = cause
  const place = instanceOf(cause)
  const isWhole = stopped > 1
  const spreads = spreadsAway(reasons)
  const name = isWhole ? place : `${cause.metric}${place === '' ? '' : ` on ${place}`}`
  const parts = [
    ...(reasons.hasStopped
      ? [`${name} stopped`, ...(isWhole ? [`with ${stopped} of its ${reasons.moved.of} metrics`] : [])]
      : [
          `${name} went ${reasons.side > 0 ? 'up' : 'down'} to ${figure(reasons.peak, unit)}`,
          spreads < MAX_SPREADS
            ? `${spreads.toFixed(1)} usual spreads from ${figure(reasons.usual, unit)}`
            : `usually ${figure(reasons.usual, unit)}`,
        ]),
    reasons.place === 1 ? 'first to move' : `${ordinal(reasons.place)} to move`,
  ]
  if (reasons.behindMs > 0) parts.push(`${durationText(reasons.behindMs, 'en')} after the first`)
  if (reasons.moved.of > 1 && !isWhole)
    parts.push(`${reasons.moved.count} of ${reasons.moved.of} metrics there differed from before`)
  if (reasons.common !== undefined) parts.push(commonText(reasons.common))
  if (reasons.resource !== undefined) parts.push(`${reasons.resource} there had moved by then`)
  if (reasons.change !== undefined) parts.push('something was changed there shortly before')
  if (reasons.hits.count > 0)
    parts.push(`began ${Math.ceil(reasons.hits.count)} of ${reasons.hits.of} earlier incidents`)
  return parts.join(', ')
}

function commonText({ count, of, isAll }: NonNullable<CauseReasons['common']>): string {
  const others = `${count} of ${of} instances moved at once`
  return isAll ? `as ${others}` : `further than others when ${others}`
}

function ordinal(place: number): string {
  const last = place % 10
  const isTeen = Math.floor((place % 100) / 10) === 1
  return `${place}${isTeen || last === 0 || last > 3 ? 'th' : ['st', 'nd', 'rd'][last - 1]}`
}

function commonTextChinese({ count, of, isAll }: NonNullable<CauseReasons['common']>): string {
  const others = `${of} 个实例中有 ${count} 个同时变化`
  return isAll ? `${others}，与之相同` : `${others}，其变化更大`
}

function chinese(cause: ShownCause, unit: string): string {
  const { reasons, stopped = 1 } = cause
  const place = instanceOf(cause)
  const isWhole = stopped > 1
  const spreads = spreadsAway(reasons)
  const name = isWhole ? place : `${place === '' ? '' : `${place} 的 `}${cause.metric}`
  const parts = [
    ...(reasons.hasStopped
      ? [`${name} 停止`, ...(isWhole ? [`其 ${reasons.moved.of} 项指标中有 ${stopped} 项停止`] : [])]
      : [
          `${name} ${reasons.side > 0 ? '升至' : '降至'} ${figure(reasons.peak, unit)}`,
          spreads < MAX_SPREADS
            ? `偏离通常值 ${figure(reasons.usual, unit)} 达通常波动的 ${spreads.toFixed(1)} 倍`
            : `通常为 ${figure(reasons.usual, unit)}`,
        ]),
    reasons.place === 1 ? '最先变化' : `第 ${reasons.place} 个变化`,
  ]
  if (reasons.behindMs > 0) parts.push(`比最先者晚 ${durationText(reasons.behindMs, 'zh-CN')}`)
  if (reasons.moved.of > 1 && !isWhole)
    parts.push(`该处 ${reasons.moved.of} 项指标中有 ${reasons.moved.count} 项与此前不同`)
  if (reasons.common !== undefined) parts.push(commonTextChinese(reasons.common))
  if (reasons.resource !== undefined) parts.push(`该处的 ${reasons.resource} 当时已变化`)
  if (reasons.change !== undefined) parts.push('此前不久该处有变更')
  if (reasons.hits.count > 0)
    parts.push(`以往 ${reasons.hits.of} 次事件中有 ${Math.ceil(reasons.hits.count)} 次由此开始`)
  return parts.join('，')
}
