import type { Detection, Omen } from '@omen/sdk'
import type { Outcome } from '../results/outcome.ts'

/** The detections run on files, by path. */
export async function loadDetections(omen: Omen, outcomes: readonly Outcome[]): Promise<Map<string, Detection>> {
  const found = new Map<string, Detection>()
  for (const outcome of outcomes) {
    const id = outcome.state === 'failed' ? undefined : outcome.result.detectionId
    if (id !== undefined) found.set(outcome.path, await omen.detections.get(id))
  }
  return found
}
