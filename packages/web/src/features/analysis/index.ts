export { AnalysisPage } from './page/analysis-page.tsx'
