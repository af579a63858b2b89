import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'

/** Where pnpm keeps every installed package: `<name>@<version>…/node_modules/<name>`. */
const store = resolve(import.meta.dirname, '../../../../node_modules/.pnpm')

/** A package registry on loopback that has the packages, and the versions of them, that are installed here. */
export async function startPackageRegistry(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '/')
      .slice(1)
      .split('/-/')
    const found = foldersOf(name)
    if (found.size === 0) return void response.writeHead(404).end('{}')
    if (file !== undefined) return void packed(found.get(file)!).pipe(response)
    const manifests = Array.from(found, ([version, folder]) => {
      const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return [version, { ...manifest, dist: { tarball: `${url}/${name}/-/${version}` } }] as const
    })
    response.setHeader('Content-Type', 'application/json')
    const latest = manifests.at(-1)![0]
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

/** Folders of a package by its version. */
function foldersOf(name: string): Map<string, string> {
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(name)) return new Map()
  const own = globSync(`${name.replace('/', '+')}@*`, { cwd: store })
  return new Map(own.map((entry) => [versionIn(entry), join(store, entry, 'node_modules', name)]))
}

/** Of `ajv@8.20.0_peer@1.0.0` 8.20.0. */
function versionIn(entry: string): string {
  return /^@?[^@]+@([^_(]+)/.exec(entry)![1]!
}

function packed(folder: string) {
  const options = ['--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.']
  return spawn('tar', ['-czf', '-', ...options]).stdout
}
