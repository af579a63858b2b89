export { acknowledgeByLink, readAcknowledgeLink } from './acknowledge.ts'
export { isUnsubscribed, readUnsubscribeLink, unsubscribeByLink } from './unsubscribe.ts'
export { acknowledgeUrl, unsubscribePage, unsubscribeUrls } from './urls.ts'
