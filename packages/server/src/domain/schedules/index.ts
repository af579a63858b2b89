export { scheduleLane } from './lane.ts'
export { recoverSchedules } from './run.ts'
export { keepServerSchedules, serverTasks } from './server-tasks.ts'
