import { startDetection, startVisualization } from '../../domain/detections/index.ts'
import type { JobRow } from '../../domain/jobs/index.ts'
import { displayModel, startTraining, updateModels } from '../../domain/models/index.ts'
import { readParts } from '../multipart.ts'
import type { Answer, Bodies, OperationHandlers, OperationInput } from '../operation.ts'
import { requireScope } from '../scopes.ts'
import { answerJob } from './jobs.ts'
import { receiveMultipart, withFile } from './read-upload.ts'

type JobUpload = 'uploadTraining' | 'uploadUpdate' | 'uploadDetection' | 'uploadVisualization' | 'publishDataFile'
type Form<Id extends JobUpload> =
  Bodies<Id> extends { 'application/x-www-form-urlencoded': infer Fields } ? Fields : never

export const uploadOperations: OperationHandlers<Exclude<JobUpload, 'publishDataFile'> | 'uploadDisplay'> = {
  uploadTraining: (input) => upload(input, (fields) => startTraining(input.ctx, input.caller, fields)),
  uploadUpdate: (input) =>
    upload(input, async ({ operation = 'update', ...fields }) => {
      if (operation !== 'update') requireScope(input.caller, 'manage')
      return updateModels(input.ctx, input.caller, { ...fields, operation })
    }),
  uploadDetection: (input) => upload(input, (fields) => startDetection(input.ctx, input.caller, fields)),
  uploadVisualization: (input) => upload(input, (fields) => startVisualization(input.ctx, input.caller, fields)),
  uploadDisplay: async ({ ctx, caller, body, request, checkBody }) => {
    const fields = body ?? checkBody('multipart/form-data', await readFields(request))
    return { display: await displayModel(ctx, caller, fields) }
  },
}

/** Takes the fields as a form, or with the file itself as multipart; answers with the job that `start` makes. */
export async function upload<Id extends JobUpload>(
  input: OperationInput<Id>,
  start: (fields: Form<Id>) => Promise<JobRow>,
): Promise<Answer<Id>> {
  const row = input.request.isMultipart() ? await startWithFile(input, start) : await start(input.body as Form<Id>)
  const prefer = (input.header as { Prefer?: string }).Prefer
  return (await answerJob(input, row, prefer)) as Answer<Id>
}

async function startWithFile<Id extends JobUpload>(
  input: OperationInput<Id>,
  start: (fields: Form<Id>) => Promise<JobRow>,
): Promise<JobRow> {
  const { fields, file } = await receiveMultipart(input.request, input)
  return withFile(input, file, () => {
    const checked = input.checkBody('multipart/form-data' as keyof Bodies<Id>, { ...fields, file: '' }) as object
    // Fields required by the form but not by multipart: the handle, and a name if none was given.
    return start({ uploadFileName: file.uploadFileName, ...checked, filename: file.id } as unknown as Form<Id>)
  })
}

async function readFields(request: OperationInput<'uploadDisplay'>['request']): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  for await (const part of readParts(request)) if (part.kind === 'field') fields[part.name] = part.value
  return fields
}
