export { AcknowledgePage } from './acknowledge-page.tsx'
export { UnsubscribePage } from './unsubscribe-page.tsx'
