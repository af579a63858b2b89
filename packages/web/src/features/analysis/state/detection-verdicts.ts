import type { VerdictSource } from '../../../findings/verdict/verdict-source.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Verdicts on the periods of a detection: similar findings of its model are hidden or shown. */
export const detectionVerdicts: VerdictSource = {
  previewKey: queryKeys.detection.verdict,
  preview: async (id, periodId, verdict, signal) => {
    const { preview } = await omen.detections.giveVerdict(id, { periodId, verdict, dryRun: true }, { signal })
    return { kind: 'periods', preview }
  },
  give: (id, request, signal) => omen.detections.giveVerdict(id, request, { signal }),
  changedKeys: (id) => ({ analysis: queryKeys.detection.all(id), lists: [queryKeys.detections.all] }),
}
