import type { LiveLogState, LiveOptions, LiveSeriesKey, LiveState, LiveValueType } from '@omen/engine'
import type { UsedModel } from '../../ports/live-scorer.ts'
import type { LogBatch } from '../../ports/log-lines.ts'
import type { PointGrid } from '../../ports/point-store.ts'

/** What the thread of live detection is asked; `session` names a detector. */
export type LiveRequest = { readonly id: number; readonly session: number } & (
  | {
      readonly kind: 'open'
      readonly options: LiveOptions
      readonly ofLogs: boolean
      readonly state: Uint8Array | undefined
      readonly model: UsedModel | undefined
    }
  | { readonly kind: 'add'; readonly series: readonly LiveSeriesKey[] }
  | { readonly kind: 'types'; readonly types: readonly LiveValueType[] }
  | { readonly kind: 'model'; readonly model: UsedModel | undefined }
  | { readonly kind: 'learn'; readonly rows: PointGrid; readonly rowMs: number }
  | { readonly kind: 'push'; readonly rows: PointGrid }
  | { readonly kind: 'lines'; readonly lines: LogBatch }
  | { readonly kind: 'logRows'; readonly times: Float64Array }
  | { readonly kind: 'countRows'; readonly times: Float64Array }
  | { readonly kind: 'templates' }
  | { readonly kind: 'watch'; readonly critical: readonly number[] }
  | { readonly kind: 'save' }
  | { readonly kind: 'close' }
)

export type LiveReply = { readonly id: number; readonly value?: unknown; readonly error?: unknown }

/** What is saved of a session, as bytes of `node:v8`. */
export interface SessionState {
  readonly detector: LiveState
  readonly logs?: LiveLogState
}
