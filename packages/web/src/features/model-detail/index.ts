export { ModelPage } from './model-page.tsx'
