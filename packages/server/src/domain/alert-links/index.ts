export { acknowledgeByLink, readAcknowledgeLink } from './acknowledge.ts'
export { isUnsubscribed, readUnsubscribeLink, unsubscribeByLink } from './unsubscribe.ts'
export { acknowledgeUrl, reportUnsubscribeUrls, unsubscribePage, unsubscribeUrls } from './urls.ts'
