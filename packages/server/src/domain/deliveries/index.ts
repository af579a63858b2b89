export { attemptNow } from './attempt-now.ts'
export { attemptTexts } from './attempt-texts.ts'
export { getDelivery, listDeliveries } from './list.ts'
export { startDeliveries } from './loop.ts'
