import './ui/theme/mantine.css'
import './ui/theme/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startI18n } from './lib/i18n/i18n.ts'

/** The style sheet of the built page, which the first paint does not wait for. One that fails is reported by start-failed.js. */
const applyStyles = async (): Promise<void> => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-start]')) {
    if (link.sheet === null) await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
    link.media = 'all'
  }
}

await Promise.all([startI18n(), applyStyles()])
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
