export { ProjectModelPage } from './project-model-page.tsx'
