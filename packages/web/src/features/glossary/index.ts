export { GlossaryPage } from './glossary-page.tsx'
