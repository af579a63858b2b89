export { DetectionListPage } from './detection-list-page.tsx'
