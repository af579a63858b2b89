import type { CountBarsModel } from '@omen/charts'
import { useAtomValue } from 'jotai'
import { cursorAtom } from '../state/log-atoms.ts'
import styles from './timeline.module.css'

/** The moment that is pointed at, here or in the chart of a metric or at a line. */
export const CursorLine = ({ model, from, to }: { model: CountBarsModel; from: number; to: number }) => {
  const at = useAtomValue(cursorAtom)?.x
  if (at === undefined || at < from || at > to) return null
  return <div className={styles.cursor} data-part="cursor" style={{ left: model.xOf(at), height: model.base }} />
}
