export { addIntegration, maxIntegrations, type NewIntegration } from './add.ts'
export { deleteIntegration } from './delete.ts'
export { listIntegrations } from './list.ts'
export { testIntegration } from './test.ts'
