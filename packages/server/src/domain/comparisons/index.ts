export { findCloudOutliers } from './outliers.ts'
export { checkCloudRollout } from './rollout.ts'
