export { ensureDemo } from './ensure.ts'
export { endDemoFault, listDemoFaults, startDemoFault } from './faults.ts'
