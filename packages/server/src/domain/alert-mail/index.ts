export { type AlertMailOptions, composeAlertMail } from './compose.ts'
