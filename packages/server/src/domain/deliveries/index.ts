export { attemptNow } from './attempt-now.ts'
export { getDelivery, listDeliveries } from './list.ts'
export { startDeliveries } from './loop.ts'
export { renderFailure, renderIfFailed } from './render-failure.ts'
