export { acknowledgeUrl, unsubscribeUrls } from './urls.ts'
