import {
  buildBundle,
  comparePublished,
  drawBadge,
  getPublished,
  getPublishedDetection,
  getPublishedSeries,
  listPublished,
  listRuns,
  revokePublished,
  startFilePublication,
  startProjectPublication,
  updatePublished,
} from '../../domain/published/index.ts'
import type { OperationHandlers } from '../operation.ts'
import { answerJob } from './jobs.ts'
import { upload } from './uploads.ts'

type PublishedOperation =
  | 'publishDataFile'
  | 'publishDataProject'
  | 'getDashboardBenchmark'
  | 'getPublished'
  | 'getPublishedDetection'
  | 'getPublishedSeries'
  | 'getPublishedBundle'
  | 'getPublishedBadge'
  | 'listPublishedRuns'
  | 'comparePublished'
  | 'updatePublished'
  | 'revokePublished'

/** What `caller` may be in some of them is an open link. */
export const publishedOperations: OperationHandlers<PublishedOperation> = {
  publishDataFile: (input) => upload(input, (fields) => startFilePublication(input.ctx, input.caller, fields)),
  publishDataProject: async (input) => {
    const row = await startProjectPublication(input.ctx, input.caller, input.body)
    return answerJob(input, row, input.header.Prefer)
  },
  getDashboardBenchmark: ({ ctx, caller, query }) => listPublished(ctx, caller, query as Required<typeof query>),
  getPublished: async ({ ctx, caller, path }) => ({ published: await getPublished(ctx, caller, path.id) }),
  getPublishedDetection: ({ ctx, caller, query, locale }) => getPublishedDetection(ctx, caller, query.id, locale),
  getPublishedSeries: ({ ctx, caller, path, query }) =>
    getPublishedSeries(ctx, caller, path.id, query as Required<typeof query>),
  getPublishedBundle: async ({ ctx, caller, path, locale, reply }) => {
    const { html, fileName } = await buildBundle(ctx, caller, path.id, locale)
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .header('Content-Security-Policy', "sandbox allow-scripts allow-downloads; default-src 'none'")
      .send(html)
    return undefined
  },
  getPublishedBadge: async ({ ctx, caller, path, query, locale, reply }) => {
    const svg = await drawBadge(ctx, caller, path.id, { latest: query.latest ?? false, locale })
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('Cache-Control', 'no-cache, max-age=0')
      .send(svg)
    return undefined
  },
  listPublishedRuns: ({ ctx, caller, path, query }) => listRuns(ctx, caller, path.id, query as Required<typeof query>),
  comparePublished: async ({ ctx, caller, query, locale }) => ({
    comparison: await comparePublished(ctx, caller, { ...query, locale }),
  }),
  updatePublished: async ({ ctx, caller, path, body }) => ({
    published: await updatePublished(ctx, caller, path.id, body),
  }),
  revokePublished: async ({ ctx, caller, path }) => {
    await revokePublished(ctx, caller, path.id)
    return {}
  },
}
