export { createSession, type Device, type NewSession } from './create.ts'
export { deleteSessions, endOtherSessions, endSession, endSessionOf } from './end.ts'
export { findSession, isRemembered } from './find.ts'
export { listSessions } from './list.ts'
