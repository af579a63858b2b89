import type { Detection } from '@omen/sdk'

type Shown = Pick<Detection, 'id' | 'from' | 'to' | 'intervalMs' | 'incidents' | 'periods' | 'gaps' | 'series' | 'mine'>

/** What the analysis view shows: the detection of a file, or a project as of now. */
export interface Analysis extends Shown {
  /** Where a forecast begins. */
  latestDataTimestamp?: number
  /** Series that have arrived but are not judged yet. */
  learningIds?: ReadonlySet<string>
}
