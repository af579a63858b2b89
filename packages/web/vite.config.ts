import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * What index.html shows until the page starts is painted before the style sheet is there: `main.tsx` waits for it and turns it on. It
 * stays in the head, before the styles of the parts that are loaded later, which override it.
 */
const styleAfterFirstPaint = (): Plugin => ({
  name: 'style-after-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(
        /<link rel="stylesheet" crossorigin href="([^"]+)">/g,
        '<link rel="preload" as="style" crossorigin href="$1">' +
          '<link rel="stylesheet" crossorigin href="$1" media="print" data-start>',
      ),
  },
})

export default defineConfig({
  base: '/',
  plugins: [react(), styleAfterFirstPaint()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:7070' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: what starts the page is one, and what several pages share is joined by the pages that need it, since the
          // automatic chunks were some fifty until the login stood there.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 15_000, priority: 1 },
          ],
        },
      },
    },
  },
})
