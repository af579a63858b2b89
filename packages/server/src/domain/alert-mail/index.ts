export { type AlertMailOptions, composeAlertMail, pageUrl } from './compose.ts'
