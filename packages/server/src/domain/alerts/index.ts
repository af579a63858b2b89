export { sendAcknowledgment } from './acknowledged.ts'
export { toAlertIncident } from './message.ts'
export { getAlertSetting, setAlertSetting } from './setting.ts'
export { watchAlerts } from './watch.ts'
