import type { Model, ModelType, StoredFile } from '@omen/sdk'
import type { JobRequest } from './job-request.ts'

export interface Parameters {
  pvalue: number
  cvalue: number
}

/** What the server takes where a field is left out; with DBScan pvalue is epsilon. */
export const defaultParameters = (modelType: ModelType): Parameters =>
  modelType === 'DBScan' ? { pvalue: 1, cvalue: 5 } : { pvalue: 0.99, cvalue: 5 }

/** The owner is named only where it is somebody else: the wire's default is the caller. */
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
