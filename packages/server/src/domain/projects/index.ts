export { addProject, insertProject, type ProjectRequest } from './add.ts'
export { senderCommands } from './commands.ts'
export type { SeriesFilter } from './data-window.ts'
export { getProject } from './get.ts'
export { addProjectKey, getProjectKeys } from './keys.ts'
export { listProjects } from './list.ts'
export { getMembers, setMembers } from './members.ts'
export { minValuesForModel, modelDueAt } from './model-due.ts'
export { getProjectData, readProjectSeries } from './project-data.ts'
export {
  findOwnProject,
  findReadableProject,
  findReadableSource,
  listReadableProjects,
  type ProjectRow,
  selectProjects,
} from './project-row.ts'
export { deleteRemoved, removeProject } from './remove.ts'
export { deleteExpiredPoints } from './retention.ts'
export type { SenderCommand } from './sender-command.ts'
export { projectState, stateSentence } from './state.ts'
export { toProject, toSamplingMs } from './to-wire.ts'
export { updateProject } from './update.ts'
