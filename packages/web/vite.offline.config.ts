import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The view of offline files: one script and one style sheet, which the server writes into each of them. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: 'dist/offline',
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    rolldownOptions: {
      input: 'src/offline/main.tsx',
      output: { codeSplitting: false, entryFileNames: 'offline.js', assetFileNames: 'offline[extname]' },
    },
  },
})
