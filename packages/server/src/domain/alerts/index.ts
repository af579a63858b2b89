export { sendDecision } from './decided.ts'
export { toAlertIncident } from './message.ts'
export { getAlertSetting, setAlertSetting } from './setting.ts'
export { watchAlerts } from './watch.ts'
