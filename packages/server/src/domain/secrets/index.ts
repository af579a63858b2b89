export { aboutCollection, aboutIntegration } from './about.ts'
export { resealSecrets } from './reseal.ts'
