import type { AnalysedTemplate } from '@omen/sdk'
import type { LogClock } from '../state/log-clock.ts'
import type { LogSource } from '../state/log-source.ts'
import type { LogTime } from '../state/log-time.ts'

export interface TemplateDetailProps {
  template: AnalysedTemplate
  source: LogSource
  /** The time that the page speaks of. */
  time: LogTime
  clock: LogClock
  /** Of the caller, who may name and ignore. */
  isMine: boolean
}
