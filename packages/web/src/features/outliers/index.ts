export { OutliersPage } from './page/outliers-page.tsx'
