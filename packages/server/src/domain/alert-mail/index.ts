export { composeAlertMail, pageUrl } from './compose.ts'
