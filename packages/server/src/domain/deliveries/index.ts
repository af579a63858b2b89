export { attemptNow } from './attempt-now.ts'
export { getDelivery, listDeliveries } from './list.ts'
export { deliveryChannel, startDeliveries } from './loop.ts'
