import type { Model, StoredFile } from '@omen/sdk'
import type { JobRequest } from './job-request.ts'

export interface Parameters {
  pvalue: number
  cvalue: number
}

/** The owner is sent only if it is another account: the API's default is the caller. */
export const detectionRequest = (
  file: Pick<StoredFile, 'filename' | 'uploadFileName'>,
  model: Pick<Model, 'modelName' | 'modelType' | 'modelUserName' | 'mine'>,
  parameters: Parameters,
): JobRequest => ({
  call: 'detection',
  fields: {
    uploadFileName: file.uploadFileName,
    filename: file.filename,
    modelName: model.modelName,
    modelType: model.modelType,
    ...parameters,
    ...(!model.mine && { modelUserName: model.modelUserName }),
  },
})
