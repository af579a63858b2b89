import type { Model, StoredFile, Update } from '@omen/sdk'

export type Operation = 'update' | 'revert' | 'delete'

/** Only an update needs the file; revert and delete concern the model alone. */
export const updateFields = (
  file: Pick<StoredFile, 'filename' | 'uploadFileName'>,
  model: Pick<Model, 'modelName' | 'modelType'>,
  operation: Operation,
  filter: string | null,
): Update => ({
  operation,
  modelName: model.modelName,
  modelType: model.modelType,
  ...(operation === 'update' && { uploadFileName: file.uploadFileName, filename: file.filename }),
  ...(operation === 'update' && filter !== null && { filenameFilter: filter }),
})
