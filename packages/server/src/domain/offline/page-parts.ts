import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Where the build puts the view for offline files. */
const folder = new URL('../../../../web/dist/offline/', import.meta.url)

export interface PageParts {
  readonly script: string
  readonly style: string
}

let parts: Promise<PageParts> | undefined

/** The script and the style sheet of the view, read once. */
export function readPageParts(): Promise<PageParts> {
  parts ??= readParts().catch((cause: unknown) => {
    parts = undefined
    throw new Error('The view for offline files is not built: run npm run build.', { cause })
  })
  return parts
}

async function readParts(): Promise<PageParts> {
  const read = (name: string) => readFile(fileURLToPath(new URL(name, folder)), 'utf8')
  const [script, style] = await Promise.all([read('offline.js'), read('offline.css')])
  return { script, style }
}
