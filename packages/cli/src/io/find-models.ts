import type { Model, ModelType, Omen } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'

/** Models by id, by name (ignoring case), or by `name@owner`; one name may have several types. */
export async function findModels(omen: Omen, reference: string, modelType?: ModelType): Promise<Model[]> {
  const [name = '', owner] = reference.split('@')
  const found: Model[] = []
  for await (const model of omen.models.listAll({ q: name, modelType, pageSize: 200 })) {
    const sameName = model.modelName.toLowerCase() === name.toLowerCase()
    const sameOwner = owner === undefined || model.modelUserName.toLowerCase() === owner.toLowerCase()
    if (model.id === reference || (sameName && sameOwner)) found.push(model)
  }
  const own = found.filter(({ mine }) => mine)
  const chosen = owner === undefined && own.length > 0 ? own : found
  if (chosen.length > 0) return chosen
  return [await byId(omen, reference, modelType)]
}

async function byId(omen: Omen, reference: string, modelType: ModelType | undefined): Promise<Model> {
  const model = /^[\w-]{1,64}$/.test(reference) ? await omen.models.get(reference).catch(() => undefined) : undefined
  if (model && (modelType === undefined || model.modelType === modelType)) return model
  const what = modelType === undefined ? `model "${reference}"` : `${modelType} model "${reference}"`
  const hint = '"omen models list" shows those that you may use.'
  throw new CliError(`There is no ${what}`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}

/** Exactly one model; throws if a name has several types. */
export async function findModel(omen: Omen, reference: string, modelType?: ModelType): Promise<Model> {
  const [model, ...others] = await findModels(omen, reference, modelType)
  if (others.length === 0) return model!
  const types = [model!, ...others].map((one) => one.modelType).join(', ')
  throw new UsageError(`"${reference}" is several models (${types})`, 'Say which with --model-type.')
}
