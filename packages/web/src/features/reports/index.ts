export { DailyPage } from './page/daily-page.tsx'
export { InsightPage } from './page/insight-page.tsx'
