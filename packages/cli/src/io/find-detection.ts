import { ApiProblem, type Detection, type DetectionHead, type Omen } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'

/**
 * A detection by its id, by an id prefix of at least four characters among the newest 500, or the newest one of a file of
 * that name; with other parameters its periods are extracted anew.
 */
export async function findDetection(
  omen: Omen,
  reference: string,
  redraw: { pvalue?: number | undefined; cvalue?: number | undefined } = {},
): Promise<Detection> {
  if (/^[\w-]{1,64}$/.test(reference)) {
    try {
      return await omen.detections.get(reference, redraw)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND') throw error
    }
  }
  return omen.detections.get((await findHead(omen, reference)).id, redraw)
}

async function findHead(omen: Omen, reference: string): Promise<DetectionHead> {
  for await (const head of omen.detections.listAll({ q: reference, pageSize: 100 }))
    if (head.uploadFileName === reference) return head
  const { items } = await omen.detections.list({ pageSize: 500 })
  const [head, ...others] = reference.length < 4 ? [] : items.filter(({ id }) => id.startsWith(reference))
  if (others.length > 0)
    throw new UsageError(`${others.length + 1} detections begin with "${reference}"`, 'Give more of the id.')
  if (head) return head
  const hint = '"omen detections" lists those that there are.'
  throw new CliError(`There is no detection "${reference}"`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}
