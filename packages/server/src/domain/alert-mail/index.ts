export { composeAlertMail, pageUrl } from './compose.ts'
export { type Html, html } from './html.ts'
export { plainText, shortened } from './plain-text.ts'
export * as mailRows from './to-html.ts'
