export { advanceRules } from './advance.ts'
export { countRulePredictions, readRulePredictions } from './read.ts'
