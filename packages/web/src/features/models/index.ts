export { ModelListPage } from './model-list-page.tsx'
