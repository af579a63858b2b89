export { IncidentListPage } from './list/incident-list-page.tsx'
export { IncidentPage } from './page/incident-page.tsx'
