export { acknowledgeByLink, readAcknowledgeLink } from './acknowledge.ts'
export { readUnsubscribeLink, unsubscribeByLink } from './unsubscribe.ts'
export { acknowledgeUrl, unsubscribePage, unsubscribeUrls } from './urls.ts'
