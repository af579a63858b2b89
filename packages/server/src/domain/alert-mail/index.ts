export { composeAlertMail } from './compose.ts'
