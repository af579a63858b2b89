import type { Detection } from '@omen/sdk'

/** What the analysis view shows: the detection of a file, or a project as of now. */
export type Analysis = Pick<
  Detection,
  'id' | 'from' | 'to' | 'intervalMs' | 'latestDataTimestamp' | 'incidents' | 'periods' | 'gaps' | 'series' | 'mine'
>
