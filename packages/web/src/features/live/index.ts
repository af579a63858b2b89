export { LivePage } from './page/live-page.tsx'
export { LiveStart } from './page/live-start.tsx'
