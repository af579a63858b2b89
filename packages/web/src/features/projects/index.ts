export { AddProjectPage } from './add/add-project-page.tsx'
export { ProjectListPage } from './list/project-list-page.tsx'
export { ProjectPage } from './page/project-page.tsx'
