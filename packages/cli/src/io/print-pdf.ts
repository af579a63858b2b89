import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { Io } from './io.ts'
import { readVariable } from './read-variable.ts'

const PATIENCE_MS = 60_000
const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** An installed Chromium or Chrome, or the one that OMEN_BROWSER names. */
export function requireBrowser(io: Pick<Io, 'env'>): string {
  const named = readVariable(io, 'OMEN_BROWSER')
  const browser = named ?? CANDIDATES.find((path) => existsSync(path))
  if (!browser || !existsSync(browser)) throw noBrowser(named)
  return browser
}

/** A page as a PDF, printed by a browser with an empty profile of its own. */
export async function printPdf(browser: string, html: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'omen-report-'))
  try {
    const [page, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')]
    await writeFile(page, html)
    await runBrowser(browser, [
      ...['--headless', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
      // A browser refuses its sandbox to root, as in a container
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...[`--user-data-dir=${join(folder, 'profile')}`, '--no-pdf-header-footer', `--print-to-pdf=${pdf}`],
      pathToFileURL(page).href,
    ])
    return await readFile(pdf).catch((cause: unknown) => {
      throw failed(browser, 'it wrote no PDF', cause)
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function runBrowser(browser: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(browser, args, { stdio: 'ignore', timeout: PATIENCE_MS })
    child.on('error', (cause) => reject(failed(browser, cause.message, cause)))
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(failed(browser, signal ? 'it did not end in time' : `it ended with ${code}`)),
    )
  })
}

function noBrowser(named: string | undefined): CliError {
  const message = named
    ? `OMEN_BROWSER names ${named}, which is not there`
    : 'A PDF is printed by an installed browser, and none was found'
  const hint = 'Install Chromium or Chrome, or name one in OMEN_BROWSER; or take --format html and print it.'
  return new CliError(message, { code: 'NO_BROWSER', exit: EXIT_CODE.failed, hint })
}

function failed(browser: string, what: string, cause?: unknown): CliError {
  const hint = 'Take --format html and print it, or name another browser in OMEN_BROWSER.'
  return new CliError(`${browser} could not print the report: ${what}`, {
    code: 'NO_BROWSER',
    exit: EXIT_CODE.failed,
    hint,
    cause,
  })
}
