import { invalidField } from '../invalid-field.ts'
import type { ProjectRow } from '../projects/index.ts'

interface NamedModel {
  readonly modelName?: string | undefined
  readonly modelType?: string | undefined
}

/** Refuses a model that did not score the project: it has learned one by itself, and its scores are those that are stored. */
export function requireOwnModel({ project, model, source }: ProjectRow, { modelName, modelType }: NamedModel): void {
  const ownType = model?.modelType ?? project.modelType
  if (modelType !== undefined && modelType !== ownType)
    throw invalidField('modelType', `must be ${ownType}, or omitted`, {
      sentence: {
        en: `${source.name} is scored by a ${ownType} model. Omit modelType, or change the model of the project in its settings.`,
        'zh-CN': `${source.name} 由 ${ownType} 模型评分。请省略 modelType，或在项目设置中更改模型类型。`,
      },
    })
  if (modelName === undefined || modelName === model?.modelName) return
  const message =
    model === null ? 'must be omitted: the project has no model yet' : `must be ${model.modelName}, or omitted`
  throw invalidField('modelName', message, {
    sentence:
      model === null
        ? {
            en: `${source.name} has no model yet: it learns one by itself. Omit modelName.`,
            'zh-CN': `${source.name} 尚无模型：它会自行学习。请省略 modelName。`,
          }
        : {
            en: `${source.name} is scored by the model that it learned, ${model.modelName}. Omit modelName; to look at its data with another model, upload them as a file and detect on it.`,
            'zh-CN': `${source.name} 由其学习到的模型 ${model.modelName} 评分。请省略 modelName；如需用其他模型查看，请将数据作为文件上传后检测。`,
          },
  })
}
