export { DashboardPage } from './page/dashboard-page.tsx'
