import { isCounter } from '../detect/column/counter.ts'
import type { LiveValueType, WatchState } from './live-state.ts'
import { emptyWatch } from './watch-series.ts'

/** Values by which it is decided. */
const EARLY_VALUES = 64
/** Part of its value that a counter has at most after a reset: it begins again at zero. */
const LEFT_BY_RESET = 0.25

/**
 * Decides by the values seen so far whether they are those of a counter, where the sender does not say so. A fall that is no reset
 * takes the decision back: what fills slowly and is emptied in part, such as memory, only grows at first. True where the detector
 * has to begin anew.
 */
export function decideKind(watch: WatchState, value: number): boolean {
  if (Number.isNaN(value)) return false
  if (watch.isGuess && value < watch.previous && value > LEFT_BY_RESET * watch.previous) {
    Object.assign(watch, emptyWatch('gauge'))
    return true
  }
  if (watch.kind !== 'undecided') return false
  const early = [...watch.early, value]
  // So few values of a counter hold no fall: most series need not be remembered until all of them are there
  const isFall = value < (watch.early.at(-1) ?? 0)
  if (!isFall && early.length < EARLY_VALUES) {
    watch.early = early
    return false
  }
  const isRate = !isFall && isCounter(Float64Array.from(early))
  if (isRate) Object.assign(watch, emptyWatch('counter'), { isGuess: true, previous: value })
  else Object.assign(watch, { kind: 'level', early: [] })
  return isRate
}

/** Has a series read as its sender says from the next row on. True where the detector has to begin anew. */
export function declareType(watch: WatchState, type: LiveValueType): boolean {
  if (type === undefined) return false
  const { kind, previous } = watch
  if ((kind === 'counter') !== (type === 'counter')) {
    Object.assign(watch, emptyWatch(type), { previous })
    return true
  }
  Object.assign(watch, { kind: type === 'counter' ? type : 'level', isGuess: false, early: [] })
  return false
}
