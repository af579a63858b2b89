export { getAlertSetting, setAlertSetting } from './setting.ts'
