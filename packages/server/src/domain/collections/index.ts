export { addFetchingProject, tryConnection } from './add.ts'
export { collectProjects } from './collect-projects.ts'
export { changeConnection, changeProjectBackfill, getConnection } from './connection.ts'
