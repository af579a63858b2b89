import type { Omen } from '../../../packages/sdk/src/index.ts'

/** Files that strain a page: many series, rows or findings, long and foreign names, lines that cannot be read. */

const START = Date.UTC(2026, 9, 19)

export type HardFile = { name: string; text: string; pvalue?: number; cvalue?: number }

/** 200 characters, of which no browser may break a word by itself. */
export const longName: string = `payments-gateway-${'eu-central-1-'.repeat(20)}`.slice(0, 196)

const wave = (row: number, series: number): number =>
  40 + 12 * Math.sin((row / 288) * 2 * Math.PI + series) + 3 * noise(row, series)

/** The same number from -1 to 1 for the same cell. */
function noise(row: number, series: number): number {
  const x = Math.sin(row * 12.9898 + series * 78.233) * 43758.5453
  return 2 * (x - Math.floor(x)) - 1
}

type Shape = {
  names: readonly string[]
  rows: number
  stepMs: number
  value(row: number, series: number): number
}

function csv({ names, rows, stepMs, value }: Shape): string {
  const lines = [`timestamp,${names.join(',')}`]
  for (let row = 0; row < rows; row++) {
    const cells = names.map((_, series) => value(row, series).toFixed(3))
    lines.push(`${START + row * stepMs},${cells.join(',')}`)
  }
  return `${lines.join('\n')}\n`
}

const between = (row: number, from: number, to: number): boolean => row >= from && row < to

/** 3,000 rows of 200 series; eight instances fail one after the other, and all stop once. */
function wideFile(): HardFile {
  const names = Array.from({ length: 200 }, (_, i) => `metric${(i % 10) + 1}[host-${String(i / 10 + 1).split('.')[0]}]`)
  const value = (row: number, series: number): number => {
    const host = Math.floor(series / 10)
    const failing = host < 8 && between(row, 400 + host * 300, 430 + host * 300)
    return wave(row, series) + (failing && series % 10 < 4 ? 60 + host * 5 : 0)
  }
  return { name: 'wide-200-series.csv', text: csv({ names, rows: 3000, stepMs: 300_000, value }) }
}

/** A million rows of two series, with one fault of an hour. */
function longFile(rows = 1_000_000): HardFile {
  const fault = Math.floor(rows / 2)
  const value = (row: number, series: number): number =>
    wave(row, series) + (series === 0 && between(row, fault, fault + 360) ? 80 : 0)
  return {
    name: 'one-million-rows.csv',
    text: csv({ names: ['cpu[node1]', 'cpu[node2]'], rows, stepMs: 10_000, value }),
  }
}

/** A spike every twelfth row: about 5,000 findings where the sensitivity allows a single sample. */
function busyFile(): HardFile {
  const names = Array.from({ length: 24 }, (_, i) => `requests[web-${i + 1}]`)
  const value = (row: number, series: number): number =>
    wave(row, series) + ((row + series * 7) % 288 < 1 && row > 600 ? 55 + (series % 5) * 15 : 0)
  return {
    name: 'five-thousand-findings.csv',
    text: csv({ names, rows: 60_000, stepMs: 60_000, value }),
    pvalue: 0.9,
    cvalue: 1,
  }
}

/** Names of 200 characters, right-to-left, emoji, Chinese, and one that looks like markup. */
function namesFile(): HardFile {
  const instances = [
    longName,
    'خادم-الدفع-الرئيسي',
    'שרת-תשלומים',
    '🛒-checkout-🚀',
    '支付网关-华东二区',
    '<b>node</b>',
  ]
  const names = instances.flatMap((instance) => [
    `cpu[${instance}]`,
    `response_time_of_the_slowest_request[${instance}]`,
  ])
  const value = (row: number, series: number): number => {
    const which = Math.floor(series / 2)
    return wave(row, series) + (between(row, 300 + which * 200, 320 + which * 200) ? 70 : 0)
  }
  return { name: `${longName}.csv`, text: csv({ names, rows: 2000, stepMs: 300_000, value }) }
}

/** Semicolons, decimal commas, seconds, rows out of order and sixteen lines that cannot be read. */
function untidyFile(): HardFile {
  const lines = ['timestamp;cpu[node1];cpu[node2]']
  for (let row = 0; row < 600; row++) {
    const seconds = START / 1000 + (row % 50 === 3 ? row - 2 : row) * 300
    if (row % 36 === 5 && row < 580) lines.push(`${seconds};abc;${row};7`)
    else if (row < 200 || row > 240)
      lines.push([seconds, wave(row, 0), wave(row, 1)].map((cell) => String(cell).replace('.', ',')).join(';'))
  }
  return { name: 'تقرير-🚨-untidy; decimal comma.csv', text: `${lines.join('\n')}\n` }
}

const REFUSED_FILE: HardFile = { name: 'no-timestamp.csv', text: 'a,b\n1,2\n3,4\n' }

const SINGLE_ROW_FILE: HardFile = { name: 'one-row.csv', text: `timestamp,cpu[node1]\n${START},1\n` }

/** The files that can be trained on, from the easiest to the hardest. */
export const hardFiles = (): HardFile[] => [namesFile(), wideFile(), busyFile(), longFile()]

/** Files that are only looked at: untidy, refused, of one row. */
export const oddFiles = (): HardFile[] => [untidyFile(), REFUSED_FILE, SINGLE_ROW_FILE]

/** Stores the files, and trains on and detects in those that can be. */
export async function seedHardData(
  omen: Omen,
  tables: readonly HardFile[],
  others: readonly HardFile[],
): Promise<void> {
  for (const { name, text } of others) await omen.files.store(new File([text], name))
  for (const { name, text, pvalue, cvalue } of tables) {
    const { filename } = await omen.files.store(new File([text], name))
    const run = { filename, uploadFileName: name, modelType: 'Holistic' as const, modelName: modelNameFor(name) }
    await omen.jobs.wait((await omen.uploads.training(run)).id)
    await omen.jobs.wait((await omen.uploads.detection({ ...run, pvalue, cvalue })).id)
  }
}

/** As long as a model's name may be where the file's is. */
const modelNameFor = (name: string): string => `${[...name.replace(/\.csv$/, '')].slice(0, 96).join('')}支付🛒`
