import type { Incident } from '@omen/sdk'
import { severityOf } from '../render/severity.ts'

/** Severity from 0 to 10, whatever the direction; null where only data is missing. */
export function degreeOf({ val, kind }: { val: number | null; kind: Incident['kind'] }): number | null {
  if (kind === 'down') return 10
  return val === null ? null : severityOf({ val, kind })
}
