export { hookOf, openHook } from './hook.ts'
export { receiveWebhook } from './receive.ts'
