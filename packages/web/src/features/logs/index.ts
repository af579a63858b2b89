export { LogsPage } from './page/logs-page.tsx'
