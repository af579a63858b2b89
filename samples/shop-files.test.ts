import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeShopFiles, type SampleFile } from './shop-files.ts'

const folder = join(import.meta.dirname, 'data')
const files = makeShopFiles()

function textOf(name: string): string {
  return files.find((file) => file.name === name)!.text
}

function rowsOf(name: string): string[] {
  return textOf(name).trim().split('\n').slice(1)
}

describe('the committed sample files', () => {
  it.each(files.map((file): [string, SampleFile] => [file.name, file]))(
    '%s is what the program writes, byte for byte',
    (name, file) => {
      expect(readFileSync(join(folder, name), 'utf8') === file.text).toBe(true)
    },
  )

  it('come out the same in a second run', () => {
    expect(makeShopFiles()).toEqual(files)
  })

  it('stay small enough for a repository', () => {
    const bytes = Object.fromEntries(files.map((file) => [file.name, Buffer.byteLength(file.text)]))
    expect(bytes['shop-training.csv']).toBeLessThan(1_200_000)
    expect(bytes['shop-test.csv']).toBeLessThan(1_000_000)
    expect(bytes['shop-test.log']).toBeLessThan(500_000)
  })

  it('go on in the test file where the training file ends', () => {
    const last = Number(rowsOf('shop-training.csv').at(-1)!.split(',')[0])
    const first = Number(rowsOf('shop-test.csv')[0]!.split(',')[0])
    expect(first - last).toBe(300_000)
    expect(textOf('shop-test.csv').split('\n')[0]).toBe(textOf('shop-training.csv').split('\n')[0])
  })

  it('name a known-abnormal stretch that lies inside the training file', () => {
    const [start, end] = textOf('shop-known-abnormal.csv').trim().split(',').map(Number)
    const times = rowsOf('shop-training.csv').map((row) => Number(row.split(',')[0]))
    expect(times[0]).toBeLessThan(start!)
    expect(start).toBeLessThan(end!)
    expect(end).toBeLessThan(times.at(-1)!)
  })

  it('list all seven kinds of fault in the test file, none overlapping another', () => {
    const injected: { file: string; kind: string; from: number; to: number }[] = JSON.parse(
      textOf('shop-injected.json'),
    )
    const inTest = injected.filter((fault) => fault.file === 'shop-test.csv')
    expect(new Set(inTest.map((fault) => fault.kind)).size).toBe(7)
    inTest.slice(1).forEach((fault, i) => {
      expect(fault.from).toBeGreaterThan(inTest[i]!.to)
    })
  })

  it('name only series that the header has as the first to move', () => {
    const header = textOf('shop-test.csv').split('\n')[0]!.split(',')
    const injected: { first: string[] }[] = JSON.parse(textOf('shop-injected.json'))
    const named = injected.flatMap((fault) => fault.first)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !header.includes(name))).toEqual([])
  })
})
