export { RolloutPage } from './page/rollout-page.tsx'
