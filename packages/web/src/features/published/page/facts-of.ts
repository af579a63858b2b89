import type { Published } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { FrozenFact } from '../../../findings/frozen/frozen-head.tsx'

/** What is known of a copy, each under its name; what is not known is left out. */
export const factsOf = (record: Published, t: TFunction): FrozenFact[] => {
  const { ownerUserName, system, origin, originName, modelName, modelVersion, modelType, pvalue, cvalue } = record
  const { commit, branch, buildLink } = record
  const fact = (name: string, value: string | undefined, href?: string): FrozenFact[] =>
    value === undefined || value === '' ? [] : [{ name, value, ...(href !== undefined && { href }) }]
  const model = modelName === undefined ? undefined : `${modelName} v${modelVersion ?? 1} (${modelType ?? ''})`
  return [
    ...fact(t('published.facts.owner'), ownerUserName),
    ...fact(t('published.facts.system'), system),
    ...fact(t(`published.facts.${origin}`), originName),
    ...fact(t('published.facts.model'), model),
    ...fact(t('published.facts.parameters'), pvalue === undefined ? undefined : `pvalue ${pvalue}, cvalue ${cvalue}`),
    ...fact(t('published.facts.commit'), commit),
    ...fact(t('published.facts.branch'), branch),
    ...fact(t('published.facts.build'), buildLink, buildLink),
    ...fact(t('published.facts.values'), record.withRawData ? undefined : t('published.facts.ranges')),
  ]
}
