import {
  deleteDetection,
  drawDetection,
  getDetection,
  getDetectionSeries,
  getIncident,
  giveVerdict,
  listDetectionIncidents,
  listDetections,
  listFindings,
} from '../../domain/detections/index.ts'
import { leavingOf } from '../client-left.ts'
import type { OperationHandlers } from '../operation.ts'

type DetectionOperation =
  | 'listDetections'
  | 'getDetection'
  | 'deleteDetection'
  | 'getIncident'
  | 'listDetectionIncidents'
  | 'listFindings'
  | 'getDetectionSeries'
  | 'drawDetection'
  | 'giveVerdict'

export const detectionOperations: OperationHandlers<DetectionOperation> = {
  listDetections: ({ ctx, caller, query }) => listDetections(ctx, caller, query as Required<typeof query>),
  getDetection: async ({ ctx, caller, path, query, locale, reply }) => ({
    detection: await getDetection(ctx, caller, path.id, { ...query, locale, signal: leavingOf(reply) }),
  }),
  deleteDetection: async ({ ctx, caller, path }) => {
    await deleteDetection(ctx, caller, path.id)
    return {}
  },
  getIncident: async ({ ctx, caller, path, query, locale, reply }) => ({
    incident: await getIncident(ctx, caller, path, { ...query, locale, signal: leavingOf(reply) }),
  }),
  listDetectionIncidents: ({ ctx, caller, path, query, locale, reply }) =>
    listDetectionIncidents(ctx, caller, path.id, {
      ...(query as typeof query & Required<Pick<typeof query, 'page' | 'pageSize'>>),
      locale,
      signal: leavingOf(reply),
    }),
  listFindings: ({ ctx, caller, path, query, locale }) =>
    listFindings(ctx, caller, path.id, { ...(query as Required<typeof query>), locale }),
  getDetectionSeries: ({ ctx, caller, path, query }) =>
    getDetectionSeries(ctx, caller, path.id, query as Required<typeof query>),
  drawDetection: async ({ ctx, caller, path, query, locale, reply }) => {
    const svg = await drawDetection(ctx, caller, path.id, { ...(query as Required<typeof query>), locale })
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(svg)
    return undefined
  },
  giveVerdict: ({ ctx, caller, path, body, locale }) =>
    giveVerdict(ctx, caller, path.id, { ...body, dryRun: body.dryRun ?? false, locale }),
}
