export { aboutCollection, aboutIntegration } from './about.ts'
export { examineSecrets, resealSecrets } from './reseal.ts'
