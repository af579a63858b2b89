import { integer } from './generic.ts'
import type { Prompt, Rule } from './rule.ts'

/** Meaning and range of `pvalue` or `cvalue` for a model type. */
export interface DetectionParameter {
  /** Label on a form. */
  readonly label: Prompt
  /** One sentence below the field or in `--help`. */
  readonly meaning: Prompt
  /** The server's default. */
  readonly default: number
  /** Valid range; `isMinIncluded` and `isMaxIncluded` tell whether its ends are valid. */
  readonly range: { min: number; isMinIncluded: boolean; max: number; isMaxIncluded: boolean }
  /** Step of an arrow key press. */
  readonly step: number
  /** Whether a number, or a text typed as one, is in the range. */
  readonly rule: Rule<string | number>
}

/** The two parameters of a detection. */
export interface DetectionParameters {
  readonly pvalue: DetectionParameter
  readonly cvalue: DetectionParameter
}

/** Parses a number from a form field or a command line; plain decimal notation with an optional exponent. */
function numberOf(value: string | number): number {
  if (typeof value === 'number') return value
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : Number.NaN
}

function inRange({ min, isMinIncluded, max, isMaxIncluded }: DetectionParameter['range'], prompt: Prompt) {
  const test = (given: string | number): boolean => {
    const value = numberOf(given)
    return (isMinIncluded ? value >= min : value > min) && (isMaxIncluded ? value <= max : value < max)
  }
  return { test, prompt }
}

const SHARE_RANGE = { min: 0, isMinIncluded: true, max: 1, isMaxIncluded: false }
const DEVIATIONS_RANGE = { min: 0, isMinIncluded: false, max: 100, isMaxIncluded: true }
const COUNT_RANGE = { min: 1, isMinIncluded: true, max: 1000, isMaxIncluded: true }

/** `pvalue`: 1 − pvalue is the tail probability below which a sample is flagged; at least 0 and below 1. */
const pvalue: DetectionParameter = {
  label: { en: 'pvalue', 'zh-CN': 'pvalue' },
  meaning: {
    en: '1 − pvalue is the chance that a normal sample is flagged; a lower pvalue finds more',
    'zh-CN': '1 − pvalue 是正常样本被标记的概率；pvalue 越低，发现的异常越多',
  },
  default: 0.99,
  range: SHARE_RANGE,
  step: 0.005,
  rule: inRange(SHARE_RANGE, {
    en: 'pvalue is a number from 0 to below 1',
    'zh-CN': 'pvalue 应为 0 到 1 之间的数（不含 1）',
  }),
}

/** `pvalue` of DBScan: epsilon in robust deviations, above 0 and at most 100. */
const epsilon: DetectionParameter = {
  label: { en: 'epsilon', 'zh-CN': 'epsilon' },
  meaning: {
    en: 'How far an instance may be from its peers, in robust deviations; a lower epsilon finds more',
    'zh-CN': '实例与同组实例之间允许的距离，以稳健偏差为单位；越低，发现的异常越多',
  },
  default: 1,
  range: DEVIATIONS_RANGE,
  step: 0.1,
  rule: inRange(DEVIATIONS_RANGE, {
    en: 'epsilon is a number above 0, up to 100',
    'zh-CN': 'epsilon 应为大于 0 且不超过 100 的数',
  }),
}

/** `cvalue`: consecutive flagged samples that a period needs, 1 to 1000. */
const cvalue: DetectionParameter = {
  label: { en: 'cvalue', 'zh-CN': 'cvalue' },
  meaning: { en: 'Consecutive flagged samples that a period needs', 'zh-CN': '异常时段至少需要多少个连续被标记的样本' },
  default: 5,
  range: COUNT_RANGE,
  step: 1,
  rule: {
    ...integer({ min: 1, max: 1000 }),
    prompt: { en: 'cvalue is a whole number from 1 to 1000', 'zh-CN': 'cvalue 应为 1 到 1000 之间的整数' },
  },
}

/** `cvalue` of DBScan: how many instances must agree to make a cluster, 1 to 1000. */
const minimumPeers: DetectionParameter = {
  label: { en: 'minimum peers', 'zh-CN': '最少同组实例数' },
  meaning: { en: 'How many instances must agree to form a cluster', 'zh-CN': '至少多少个实例彼此一致才算一个群组' },
  default: 5,
  range: COUNT_RANGE,
  step: 1,
  rule: {
    ...integer({ min: 1, max: 1000 }),
    prompt: {
      en: 'minimum peers (cvalue) is a whole number from 1 to 1000',
      'zh-CN': '最少同组实例数（cvalue）应为 1 到 1000 之间的整数',
    },
  },
}

const ofProbability: DetectionParameters = { pvalue, cvalue }
const ofPeers: DetectionParameters = { pvalue: epsilon, cvalue: minimumPeers }

/** Meaning of the two parameters for a model type, by default Holistic. The single source for page, CLI and server. */
export function parametersOf(modelType = 'Holistic'): DetectionParameters {
  return modelType === 'DBScan' ? ofPeers : ofProbability
}

/** Defaults of the two parameters. */
export function defaultsOf(modelType?: string): { pvalue: number; cvalue: number } {
  const parameters = parametersOf(modelType)
  return { pvalue: parameters.pvalue.default, cvalue: parameters.cvalue.default }
}
